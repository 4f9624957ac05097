package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;

/** A device's place on its IOP: TID, module, claim, event queue. Belongs to the IOP's agent. */
public final class DeviceSlot {
    private final int tid;
    private final DeviceModule module;
    private final RequestQueue eventQueue = new RequestQueue();
    private boolean held;
    private int userTid = Tid.NONE;
    private int changeIndicator = 1;

    DeviceSlot(int tid, DeviceModule module) {
        this.tid = tid;
        this.module = module;
    }

    /** {@return the device's TID} */
    public int tid() {
        return tid;
    }

    /** {@return the module that lives here} */
    public DeviceModule module() {
        return module;
    }

    /** {@return the TID of the primary user, or 0xFFF} */
    public int userTid() {
        return userTid;
    }

    /**
     * Records the primary user.
     *
     * @param tid the claimer, or 0xFFF when nobody claims the device
     */
    public void userTid(int tid) {
        this.userTid = tid;
    }

    /** {@return the table's change indicator at this entry's last change} */
    public int changeIndicator() {
        return changeIndicator;
    }

    void changeIndicator(int indicator) {
        this.changeIndicator = indicator;
    }

    RequestQueue eventQueue() {
        return eventQueue;
    }

    boolean isHeld() {
        return held;
    }

    void hold(boolean hold) {
        this.held = hold;
    }
}
