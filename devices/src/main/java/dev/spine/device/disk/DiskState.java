package dev.spine.device.disk;

import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.param.BlockGroups.Capability;
import dev.spine.i2o.param.BlockGroups.State;

/** Power, medium and locks of a disk: whether it works, and what it says of itself. Belongs to the IOP's agent. */
final class DiskState {
    private final boolean removable;
    private final boolean readOnly;
    private int power = PowerOperation.POWER_UP_AND_LOAD;
    private boolean loaded = true;
    private boolean locked;
    /** Whether a medium came since the last request that moves data: such a request is told once. */
    private boolean changed;

    DiskState(boolean removable, boolean readOnly) {
        this.removable = removable;
        this.readOnly = readOnly;
    }

    /** Goes back to what it was when the disk was made. */
    void reset() {
        power = PowerOperation.POWER_UP_AND_LOAD;
        loaded = true;
        locked = false;
        changed = false;
    }

    /** The power operation that made the present state. */
    int power() {
        return power;
    }

    boolean isLoaded() {
        return loaded;
    }

    boolean isLocked() {
        return locked;
    }

    boolean isRemovable() {
        return removable;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** Why requests that need the medium are refused, or {@link StorageStatus#SUCCESS}. */
    int refusal() {
        if (!PowerOperation.isUp(power)) {
            return StorageStatus.DEVICE_NOT_READY;
        }
        return loaded ? StorageStatus.SUCCESS : StorageStatus.MEDIA_NOT_PRESENT;
    }

    /** Whether another medium has come since the last time that this was asked. */
    boolean takeChange() {
        boolean news = changed;
        changed = false;
        return news;
    }

    /** Loads the medium; false: it was there. */
    boolean load() {
        boolean news = !loaded;
        loaded = true;
        return news;
    }

    /** Somebody has put another medium in by hand. */
    void exchange() {
        loaded = true;
        changed = true;
    }

    /** Unloads the medium. */
    void unload() {
        loaded = false;
        changed = false;
    }

    void lock(boolean lock) {
        locked = lock;
    }

    /** Takes over a power state that {@link PowerOperation#isDefined defines}; the medium is somebody else's business. */
    void power(int operation) {
        power = operation;
    }

    /** The bits of the field DeviceCapabilitySupport. */
    int capabilities() {
        return Capability.CACHING | (removable ? Capability.REMOVABLE_MEDIA | Capability.LOCKOUT : 0)
            | (readOnly ? Capability.READ_ONLY : 0);
    }

    /** The bits of the field DeviceState. */
    int bits() {
        boolean up = PowerOperation.isUp(power);
        return State.CACHING | State.DEVICE_LOADED | (up ? State.POWERED_ON : 0) | (up && loaded ? State.READY : 0)
            | (loaded ? State.MEDIA_LOADED : 0) | (readOnly ? State.READ_ONLY : 0) | (locked ? State.LOCKED_OUT : 0);
    }
}
