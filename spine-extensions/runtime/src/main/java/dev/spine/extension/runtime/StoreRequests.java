package dev.spine.extension.runtime;

import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Store;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockDirection;
import dev.spine.peer.block.BlockListener;
import dev.spine.peer.block.BlockRequest;
import dev.spine.peer.block.BlockTarget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The disks that extensions use: keeps, for each, who asked and where the answers go, and the memory of what is under way lent.
 *
 * <p>Belongs to the card's agent.
 */
final class StoreRequests implements BlockListener {
    private static final int MAX_STORES_OF_ONE = 8;

    /** A disk that one extension asked for. */
    private static final class OpenStore {
        final ExtensionInstance instance;
        final BlockTarget target;
        final int number;
        final int handler;
        @Nullable Store store;

        OpenStore(ExtensionInstance instance, BlockTarget target, int number, int handler) {
            this.instance = instance;
            this.target = target;
            this.number = number;
            this.handler = handler;
        }

        void invalidate() {
            Store open = store;
            if (open != null) {
                RuntimeAccess.invalidate(open);
            }
        }
    }

    private final RuntimeModule runtime;
    private final BlockClient client;
    private final List<OpenStore> stores = new ArrayList<>();
    private int numbers;

    StoreRequests(RuntimeModule runtime, DeviceContext context) {
        this.runtime = runtime;
        this.client = new BlockClient(context, this);
    }

    boolean open(ExtensionInstance instance, int iopId, int tid, int handler) {
        if (client.count(instance) == MAX_STORES_OF_ONE) {
            return false;
        }
        BlockTarget target = client.open(instance, iopId, tid);
        if (target == null) {
            return false;
        }
        stores.removeIf(StoreRequests::isLost);
        stores.add(new OpenStore(instance, target, ++numbers, handler));
        return true;
    }

    /** Whether a disk was lost; its store says so from then on. */
    private static boolean isLost(OpenStore known) {
        boolean lost = known.store != null && !known.target.isOpen();
        if (lost) {
            known.invalidate();
        }
        return lost;
    }

    private @Nullable OpenStore find(ExtensionInstance instance, Store store) {
        for (int i = 0; i < stores.size(); i++) {
            OpenStore open = stores.get(i);
            if (open.number == RuntimeAccess.number(store) && open.instance == instance) {
                return open;
            }
        }
        return null;
    }

    /** Sends a request or lets it wait for a frame; false when all requests are in use, or the disk is gone. */
    boolean submit(ExtensionInstance instance, BlockDirection direction, Store store, long position, Lease lease, long address, int bytes,
        int handler, int number) {
        OpenStore open = store.isValid() ? find(instance, store) : null;
        if (open == null || !instance.holdings().mayBeginOperation()) {
            return false;
        }
        if (!client.submit(open.target, direction, position, address, bytes, lease,
            ((long) instance.version().generation() << Byte.SIZE | handler & 0xFF) << Integer.SIZE | number & 0xFFFF_FFFFL)) {
            if (!open.target.isOpen()) {
                open.invalidate();
            }
            return false;
        }
        lease.hold();
        instance.holdings().operationStarted(bytes);
        return true;
    }

    boolean onReply(MessageFrame reply) {
        return client.onReply(reply);
    }

    int doWork(int limit) {
        return client.doWork(limit);
    }

    @Override
    public boolean isReady() {
        return runtime.dispatcher().canReport();
    }

    @Override
    public void onTarget(BlockTarget target) {
        for (int i = 0; i < stores.size(); i++) {
            OpenStore open = stores.get(i);
            if (open.target == target) {
                Store found = target.isOpen() ? RuntimeAccess.newStore(target.capacityBytes(), target.blockBytes(), open.number) : null;
                open.store = found;
                if (found == null) {
                    stores.remove(i);
                }
                runtime.dispatcher().reportStore(open.instance, open.handler, found == null ? Math.max(1, target.reason()) : 0, found);
                return;
            }
        }
    }

    @Override
    public void onEnd(BlockRequest request) {
        if (!(request.attachment() instanceof Lease lease) || !(request.target().user() instanceof ExtensionInstance instance)) {
            return;
        }
        lease.letGo();
        instance.holdings().operationEnded();
        int from = (int) (request.tag() >>> Integer.SIZE);
        if (instance.versions().wants(from >>> Byte.SIZE)) {
            runtime.dispatcher().reportBlocks(instance, from & 0xFF, request);
        }
        runtime.finishDraining();
    }

    @Override
    public void onDiscard(BlockRequest request) {
        if (request.attachment() instanceof Lease lease) {
            lease.letGo();
        }
    }

    /** An instance ends: what waits is dropped, what the disks have goes on, and the instance is drained when it has come back. */
    void removeAll(ExtensionInstance instance) {
        client.close(instance);
        for (OpenStore open : stores) {
            if (open.instance == instance) {
                open.invalidate();
            }
        }
        stores.removeIf(open -> open.instance == instance);
    }

    /** The IOP is reset: nothing comes back any more. */
    void reset() {
        client.reset();
        stores.clear();
    }
}
