package dev.spine.extension.runtime;

import dev.spine.extension.api.NotAtThisPlaceException;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Store;
import dev.spine.extension.runtime.environment.EnvironmentDisks;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.i2o.MessageFrame;
import dev.spine.peer.block.BlockOperation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The disks that extensions use: keeps, for each, who asked and where the answers go, and the memory of what is in flight lent.
 *
 * <p>Belongs to the agent of the place.
 */
final class StoreRequests implements EnvironmentDisks.Listener {
    private static final int MAX_STORES_OF_ONE = 8;

    /** A disk that one extension asked for. */
    private static final class OpenStore {
        final Resident instance;
        final EnvironmentDisks.Disk target;
        final int number;
        final int handler;
        @Nullable Store store;

        OpenStore(Resident instance, EnvironmentDisks.Disk target, int number, int handler) {
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

    private final RuntimeParts parts;
    private final LocalRoutes local;
    private final @Nullable EnvironmentDisks disks;
    private final List<OpenStore> stores = new ArrayList<>();
    private int numbers;

    StoreRequests(RuntimeParts parts, LocalRoutes local) {
        this.parts = parts;
        this.local = local;
        this.disks = parts.environment().disks(this);
    }

    /** An exception when there are no disks here. */
    void requireDisks() {
        if (disks == null) {
            throw new NotAtThisPlaceException("there are no stores at " + parts.environment().name() + ": load the extension onto a card");
        }
    }

    boolean open(Resident instance, int iopId, int tid, int handler) {
        EnvironmentDisks all = disks;
        if (all == null || all.count(instance) == MAX_STORES_OF_ONE) {
            return false;
        }
        EnvironmentDisks.Disk disk = all.open(instance, iopId, tid);
        if (disk == null) {
            return false;
        }
        stores.removeIf(StoreRequests::isLost);
        stores.add(new OpenStore(instance, disk, ++numbers, handler));
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

    private @Nullable OpenStore find(Resident instance, Store store) {
        for (int i = 0; i < stores.size(); i++) {
            OpenStore open = stores.get(i);
            if (open.number == RuntimeAccess.number(store) && open.instance == instance) {
                return open;
            }
        }
        return null;
    }

    /** Sends a request or lets it wait for a frame; false when all requests are in use, or the disk is gone. */
    boolean submit(Resident instance, BlockOperation operation, Store store, long position, @Nullable Lease lease, long address, int bytes,
        int handler, int number) {
        EnvironmentDisks all = disks;
        OpenStore open = store.isValid() ? find(instance, store) : null;
        if (all == null || open == null || !instance.holdings().mayBeginOperation()) {
            return false;
        }
        if (!all.submit(open.target, operation, position, address, bytes, lease == null ? instance : lease,
            ((long) instance.generation() << Byte.SIZE | handler & 0xFF) << Integer.SIZE | number & 0xFFFF_FFFFL)) {
            if (!open.target.isOpen()) {
                open.invalidate();
            }
            return false;
        }
        if (lease != null) {
            lease.hold();
        }
        instance.holdings().operationStarted(bytes);
        return true;
    }

    boolean onReply(MessageFrame reply) {
        EnvironmentDisks all = disks;
        return all != null && all.onReply(reply);
    }

    int doWork(int limit) {
        EnvironmentDisks all = disks;
        return all == null ? 0 : all.doWork(limit);
    }

    @Override
    public boolean isReady() {
        return local.canReport();
    }

    @Override
    public void onDisk(EnvironmentDisks.Disk target) {
        for (int i = 0; i < stores.size(); i++) {
            OpenStore open = stores.get(i);
            if (open.target == target) {
                Store found = target.isOpen() ? RuntimeAccess.newStore(target.capacityBytes(), target.blockBytes(), open.number) : null;
                open.store = found;
                if (found == null) {
                    stores.remove(i);
                }
                local.reportStore(open.instance.number(), open.handler, found == null ? Math.max(1, target.reason()) : 0, found);
                return;
            }
        }
    }

    @Override
    public void onEnd(Object user, Object attachment, long tag, int requestStatus, int detailedStatus, int transferred) {
        if (!(user instanceof Resident instance)) {
            return;
        }
        onDiscard(attachment);
        instance.holdings().operationEnded();
        int from = (int) (tag >>> Integer.SIZE);
        if (instance.wants(from >>> Byte.SIZE)) {
            local.reportBlocks(instance.number(), from & 0xFF, (int) tag, requestStatus, detailedStatus, transferred);
        }
        parts.finishDraining();
    }

    @Override
    public void onDiscard(Object attachment) {
        if (attachment instanceof Lease lease) {
            lease.release();
        }
    }

    /** An instance ends: what waits is dropped, what the disks have goes on, and the instance is drained when it has come back. */
    void removeAll(Resident instance) {
        EnvironmentDisks all = disks;
        if (all != null) {
            all.close(instance);
        }
        for (OpenStore open : stores) {
            if (open.instance == instance) {
                open.invalidate();
            }
        }
        stores.removeIf(open -> open.instance == instance);
    }

    /** This runtime is used no more. */
    void leave() {
        EnvironmentDisks all = disks;
        if (all != null) {
            all.leave();
        }
    }

    /** The IOP is reset: nothing comes back any more. */
    void reset() {
        EnvironmentDisks all = disks;
        if (all != null) {
            all.reset();
        }
        stores.clear();
    }
}
