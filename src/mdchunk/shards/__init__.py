"""What a build hands its work to: plan, shard, engine, manifest."""
