package dev.spine.host.block;

/** Is notified of changes of a block device. Called on the host agent's thread. */
@FunctionalInterface
public interface BlockDeviceListener {
    /**
     * The device has changed: its size, whether it can be written, or whether it is there.
     *
     * @param device what has changed; {@link BlockDevice#info} tells how it is now
     */
    void onChange(BlockDevice device);
}
