package dev.spine.extension.runtime.environment;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockListener;
import dev.spine.peer.block.BlockOperation;
import dev.spine.peer.block.BlockTarget;
import dev.spine.peer.block.PeerBlockRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The disks that a card reaches, its own and those of other IOPs. Belongs to the card's agent. */
final class CardDisks implements EnvironmentDisks, BlockListener {
    /** A disk, with its target. */
    private record CardDisk(BlockTarget target) implements Disk {
        @Override
        public boolean isOpen() {
            return target.isOpen();
        }

        @Override
        public int reason() {
            return target.reason();
        }

        @Override
        public long capacityBytes() {
            return target.capacityBytes();
        }

        @Override
        public int blockBytes() {
            return target.blockBytes();
        }
    }

    private final BlockClient client;
    private final Listener listener;
    /** Those that have been asked for and have not answered. */
    private final List<CardDisk> asked = new ArrayList<>();

    CardDisks(DeviceContext context, Listener listener) {
        this.client = new BlockClient(context, this);
        this.listener = listener;
    }

    @Override
    public @Nullable Disk open(Object user, int iopId, int tid) {
        BlockTarget target = client.open(user, iopId, tid);
        if (target == null) {
            return null;
        }
        CardDisk disk = new CardDisk(target);
        asked.add(disk);
        return disk;
    }

    @Override
    public int count(Object user) {
        return client.count(user);
    }

    @Override
    public boolean submit(Disk disk, BlockOperation operation, long position, long address, int bytes, Object attachment, long tag) {
        return disk instanceof CardDisk known && client.submit(known.target, operation, position, address, bytes, attachment, tag);
    }

    @Override
    public boolean onReply(MessageFrame reply) {
        return client.onReply(reply);
    }

    @Override
    public int doWork(int limit) {
        return client.doWork(limit);
    }

    @Override
    public void close(Object user) {
        client.close(user);
        asked.removeIf(disk -> disk.target.user() == user);
    }

    @Override
    public void leave() {
        client.leave();
    }

    @Override
    public void reset() {
        client.reset();
        asked.clear();
    }

    @Override
    public boolean isReady() {
        return listener.isReady();
    }

    @Override
    public void onTarget(BlockTarget target) {
        for (int i = 0; i < asked.size(); i++) {
            CardDisk disk = asked.get(i);
            if (disk.target == target) {
                asked.remove(i);
                listener.onDisk(disk);
                return;
            }
        }
    }

    @Override
    public void onEnd(PeerBlockRequest request) {
        Object attachment = request.attachment();
        if (attachment != null) {
            listener.onEnd(request.target().user(), attachment, request.tag(), request.requestStatus(), request.detailedStatus(),
                request.transferred());
        }
    }

    @Override
    public void onDiscard(PeerBlockRequest request) {
        Object attachment = request.attachment();
        if (attachment != null) {
            listener.onDiscard(attachment);
        }
    }
}
