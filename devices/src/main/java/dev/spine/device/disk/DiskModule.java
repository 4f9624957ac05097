package dev.spine.device.disk;

import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Store;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * The device driver module of a disk: the random block storage class over a {@link Store}.
 *
 * <p>On the IOP's agent, except {@link #counters}.
 */
public final class DiskModule implements DeviceModule, ExecutiveGroups, AutoCloseable {
    private static final int EVENTS = BlockEvent.ALL | EventIndicator.STATE_CHANGE | EventIndicator.GENERAL_WARNING
        | EventIndicator.DEVICE_RESET | EventIndicator.EVENT_MASK_MODIFIED;

    private final DiskSettings settings;
    private final Store store;
    private final ExecutorKind executorKind;
    private final DiskCounters counters = new DiskCounters();
    private @Nullable Parts parts;

    private record Parts(Disk disk, BlockFrontEnd frontEnd) {}

    /**
     * A disk.
     *
     * @param settings what it is
     * @param store what keeps its bytes, at least one block; the disk closes it
     * @param executorKind where the store's operations are carried out
     * @throws IllegalArgumentException the store does not hold one block
     */
    public DiskModule(DiskSettings settings, Store store, ExecutorKind executorKind) {
        if (store.capacityBytes() < settings.blockBytes()) {
            throw new IllegalArgumentException("disk '" + settings.name() + "' needs a store of at least one block of "
                + settings.blockBytes() + " bytes, not " + store.capacityBytes());
        }
        this.settings = settings;
        this.store = store;
        this.executorKind = executorKind;
    }

    /** {@return what the disk counts} */
    public DiskCounters counters() {
        return counters;
    }

    /** {@return what it is} */
    public DiskSettings settings() {
        return settings;
    }

    /**
     * {@return how far bytes are alike from an address on: so many that take room where they are kept, or, negative, so many that take none
     * and read as zeros; any thread}
     *
     * @param address below the capacity
     */
    public long extentAt(long address) {
        return store.extentAt(address);
    }

    /** Takes the medium out by hand, as somebody at the machine would: what needs it is refused from now on. */
    public void takeMediumOut() {
        parts().disk().takeOut();
    }

    /** Puts a medium in by hand: the next request that needs it is told that the volume has changed. */
    public void putMediumIn() {
        parts().disk().putIn();
    }

    Disk disk() {
        return parts().disk();
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(settings.name(), ClassId.standard(DeviceClass.RANDOM_BLOCK_STORAGE).word(), 0,
            identity(settings.name()), EVENTS, "disk");
    }

    /** Eight bytes that stay the same for the same name. */
    static long identity(String name) {
        long identity = 0;
        for (int i = 0; i < name.length(); i++) {
            identity = identity * 31 + name.charAt(i);
        }
        return identity;
    }

    private Parts parts() {
        Parts attached = parts;
        if (attached == null) {
            throw new IllegalStateException("disk '" + settings.name() + "' is not installed in an IOP: install it first");
        }
        return attached;
    }

    @Override
    public void addTo(ParameterSet set) {
        DiskParameters.addTo(set, parts().disk());
    }

    @Override
    public void attach(DeviceContext context) {
        context.agent().counts(settings.name(), counters);
        String operations = context.busAgent().name() + " " + settings.name() + " operations";
        Disk disk = new Disk(context, settings, counters, store,
            executorKind.create(store, context.agent(), operations, settings.queueDepth()));
        parts = new Parts(disk, new BlockFrontEnd(disk));
    }

    @Override
    public void quiesce() {
        parts().disk().quiesce();
    }

    @Override
    public void reset() {
        parts().disk().reset(parts().frontEnd());
    }

    @Override
    public int abort(AbortSelection selection) {
        return parts().disk().engine().abort(request -> request.frame().target() == parts().disk().context().tid()
            && selection.selects(request), selection.onlyUnbegun() ? AbortDepth.NOT_STARTED : AbortDepth.ALL, StorageStatus.SUCCESS);
    }

    @Override
    public void detach() {
        parts().disk().detach();
    }

    @Override
    public void onMessage(KernelRequest request) {
        parts().frontEnd().onMessage(request);
    }

    @Override
    public int doWork(int limit) {
        return parts().disk().doWork(limit);
    }

    /**
     * What was written so far is kept when power fails, as far as the store can: for a process that ends without its agents. Any thread.
     * What cannot be kept is told to nobody.
     */
    public void force() {
        store.force();
    }

    /** Closes the store; nothing may be in work. */
    @Override
    public void close() {
        Parts attached = parts;
        if (attached == null) {
            store.close();
        } else {
            attached.disk().close();
        }
    }
}
