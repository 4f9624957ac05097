package dev.spine.iop.kernel;

/** Answers the utility messages (0x00 to 0x1F), which every TID understands. Called on the IOP's agent. */
@FunctionalInterface
public interface UtilityService {
    /**
     * A utility request for a device.
     *
     * @param slot the target
     * @param request the request; the service ends it
     */
    void onUtility(DeviceSlot slot, KernelRequest request);

    /**
     * A request of the device's own class, for a device that is {@linkplain DeviceSlot#isRestricted restricted}.
     *
     * @param slot the target
     * @return true when it may pass; false when it was answered
     */
    default boolean admits(DeviceSlot slot, KernelRequest request) {
        return true;
    }
}
