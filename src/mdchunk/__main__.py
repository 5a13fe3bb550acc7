"""``python -m mdchunk``, and the command ``mdchunk``."""


def main() -> None:
    """Run the command line, and end as quietly on Ctrl-C while its modules are imported as later.

    Until they are, the process ends at once: an exception could come anywhere in other packages' modules, and nothing
    is half done yet.
    """
    try:
        import signal  # noqa: PLC0415 - from here on, Ctrl-C is quiet

        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if usual:  # else a shell or a host has said what Ctrl-C is to do: nohup, a job in the background
            signal.signal(signal.SIGINT, lambda *_: _interrupted())
        _keep_numbers()
        from mdchunk.cli.main import main as run  # noqa: PLC0415

        if usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        _interrupted()


def _keep_numbers() -> None:
    """Open the null device for standard streams that are closed, or the next files would get their numbers.

    A warning of a library would then be written into the output.
    """
    import os  # noqa: PLC0415

    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _interrupted() -> None:
    import os  # noqa: PLC0415

    os.write(2, b"Error: interrupted\n")
    os._exit(130)  # as shells count it: 128 + SIGINT


if __name__ == "__main__":
    main()
