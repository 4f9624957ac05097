package dev.spine.device.disk;

import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.device.disk.store.Store;
import dev.spine.device.disk.store.StoreExecutor;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.kernel.DeviceContext;

/**
 * A disk in its place on an IOP: the parts that all classes share under which it is known, and what changes the device itself. Belongs to
 * the IOP's agent.
 */
final class Disk {
    private static final int STATE_NORMAL = 0;
    private static final int STATE_SUSPENDED = 1;
    private static final int MEDIA_FAULT = 2;

    private final DeviceContext context;
    private final DiskSettings settings;
    private final Store store;
    private final StoreExecutor executor;
    private final DiskCounters counters;
    private final DiskState state;
    private final DiskControl control;
    private final JobEngine engine;

    Disk(DeviceContext context, DiskSettings settings, DiskCounters counters, Store store, StoreExecutor executor) {
        this.context = context;
        this.settings = settings;
        this.counters = counters;
        this.store = store;
        this.executor = executor;
        this.state = new DiskState(settings.removable(), store.isReadOnly());
        this.control = new DiskControl(context.agent());
        this.engine = new JobEngine(context, settings, control, counters, store, executor);
        control.onError(this::onError);
    }

    DeviceContext context() {
        return context;
    }

    DiskSettings settings() {
        return settings;
    }

    DiskCounters counters() {
        return counters;
    }

    DiskState state() {
        return state;
    }

    DiskControl control() {
        return control;
    }

    JobEngine engine() {
        return engine;
    }

    /** The bytes of its whole blocks. */
    long capacityBytes() {
        return store.capacityBytes() & -settings.blockBytes();
    }

    int doWork(int limit) {
        return engine.doWork(limit);
    }

    /** Why a request that needs the medium is refused, or {@link StorageStatus#SUCCESS}; access may power the disk up. */
    int refusal(boolean write) {
        int refusal = state.refusal();
        if (refusal != StorageStatus.SUCCESS && control.onAccess() > 0) {
            wakeOnAccess();
            refusal = state.refusal();
        }
        if (refusal != StorageStatus.SUCCESS) {
            return refusal;
        }
        if (state.takeChange()) {
            return StorageStatus.VOLUME_CHANGED;
        }
        return write && state.isReadOnly() ? StorageStatus.WRITE_PROTECTED : StorageStatus.SUCCESS;
    }

    private void wakeOnAccess() {
        if (!PowerOperation.isUp(state.power())) {
            power(PowerOperation.POWER_UP);
        }
        if (control.onAccess() > 1) {
            mount(false);
        }
    }

    int mount(boolean lock) {
        if (state.load()) {
            report(BlockEvent.VOLUME_LOAD);
        }
        if (lock) {
            state.lock(true);
        }
        return StorageStatus.SUCCESS;
    }

    int eject() {
        if (state.isLocked()) {
            report(BlockEvent.VOLUME_UNLOAD_REQUEST);
            return StorageStatus.MEDIA_LOCKED;
        }
        if (!state.isLoaded()) {
            return StorageStatus.MEDIA_NOT_PRESENT;
        }
        if (!state.isRemovable()) {
            return StorageStatus.ACCESS_VIOLATION;
        }
        state.unload();
        report(BlockEvent.VOLUME_UNLOAD);
        return StorageStatus.SUCCESS;
    }

    int lock(boolean lock) {
        if (!state.isLoaded()) {
            return StorageStatus.MEDIA_NOT_PRESENT;
        }
        state.lock(lock);
        return StorageStatus.SUCCESS;
    }

    /** Carries out a power operation; the medium is unloaded only if it can be. */
    int power(int operation) {
        boolean unloads = operation == PowerOperation.POWER_DOWN_AND_UNLOAD || operation == PowerOperation.PARTIAL_POWER_DOWN_AND_UNLOAD;
        if (unloads && state.isRemovable() && state.isLoaded()) {
            int status = eject();
            if (status != StorageStatus.SUCCESS) {
                return status;
            }
        }
        boolean wasUp = PowerOperation.isUp(state.power());
        state.power(operation);
        if (operation == PowerOperation.POWER_UP_AND_LOAD) {
            mount(false);
        }
        boolean isUp = PowerOperation.isUp(operation);
        if (wasUp != isUp) {
            report(EventIndicator.STATE_CHANGE, isUp ? STATE_NORMAL : STATE_SUSPENDED);
        }
        return StorageStatus.SUCCESS;
    }

    /** Somebody takes the medium out by hand, without asking. */
    void takeOut() {
        if (state.isLoaded()) {
            state.unload();
            state.lock(false);
            report(BlockEvent.VOLUME_UNLOAD);
        }
    }

    /** Somebody puts a medium in by hand: the next request that needs it is told. */
    void putIn() {
        state.exchange();
        report(BlockEvent.VOLUME_LOAD);
        report(BlockEvent.CAPACITY_CHANGE);
    }

    /** DeviceReset: what is outstanding is answered as aborted, the device is as after power-up. */
    void deviceReset() {
        counters.increment(Counter.RESETS);
        engine.abort(_ -> true, AbortDepth.ALL, StorageStatus.DEVICE_RESET);
        state.reset();
        control.reset();
        report(EventIndicator.DEVICE_RESET);
    }

    /** A request has failed. The first error of the medium is a warning; many are a sign that the device will fail. */
    private void onError(int detailedStatus) {
        if (detailedStatus == StorageStatus.MEDIA_ERROR || detailedStatus == StorageStatus.MEDIA_FAILURE
            || detailedStatus == StorageStatus.DEVICE_FAILURE) {
            long errors = control.countMediaError();
            if (errors == 1) {
                report(EventIndicator.GENERAL_WARNING, MEDIA_FAULT);
            } else if (errors == DiskControl.SMART_THRESHOLD) {
                report(BlockEvent.SCSI_SMART);
            }
        }
    }

    private void report(int indicator, int... data) {
        EventSource events = context.service(EventSource.class);
        if (events != null) {
            events.report(context.tid(), indicator, data);
        }
    }

    /** External operation ends: all is answered. */
    void quiesce() {
        engine.abort(_ -> true, AbortDepth.ALL, StorageStatus.SUCCESS);
    }

    /** The device, or the IOP, is reset: nothing of this front end is answered. */
    void reset(DiskFrontEnd frontEnd) {
        engine.forget(frontEnd);
        state.reset();
        control.reset();
    }

    /** The disk leaves the card: its regions and its thread go, its store stays for the next time. */
    void detach() {
        engine.leaveBus();
        executor.retire();
    }

    void close() {
        executor.close();
    }
}
