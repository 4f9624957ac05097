package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;

/** A device's place on its IOP: TID, module, claim, event queue. Belongs to the IOP's agent. */
public final class DeviceSlot {
    private final int tid;
    private DeviceModule module;
    private final RequestQueue eventQueue = new RequestQueue();
    private boolean held;
    private int userTid = Tid.NONE;
    private int changeIndicator = 1;
    private int biosInfo;
    private boolean restricted;
    private boolean suspended;
    private boolean announced;

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

    void module(DeviceModule next) {
        this.module = next;
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

    /** {@return what the BIOS has stored in the entry, 8 bits} */
    public int biosInfo() {
        return biosInfo;
    }

    /**
     * Stores what the BIOS wants to remember.
     *
     * @param info 8 bits
     */
    public void biosInfo(int info) {
        this.biosInfo = info & 0xFF;
    }

    /** {@return whether requests of the device's class are admitted one by one, by the utility service} */
    public boolean isRestricted() {
        return restricted;
    }

    /**
     * Says whether requests of the device's class must be admitted one by one: somebody has the device for himself, or it is suspended.
     *
     * @param restrict whether {@link UtilityService#admits} is asked
     */
    public void restricted(boolean restrict) {
        this.restricted = restrict;
    }

    /** {@return whether the device was suspended: it takes utility messages only} */
    public boolean isSuspended() {
        return suspended;
    }

    /**
     * Suspends the device or lets it work again.
     *
     * @param suspend whether it takes utility messages only
     */
    public void suspended(boolean suspend) {
        this.suspended = suspend;
    }

    /** {@return whether this is the first time that the entry is told of} */
    public boolean announce() {
        boolean first = !announced;
        announced = true;
        return first;
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
