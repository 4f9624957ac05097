package dev.spine.device.remote;

/**
 * A range of guest memory as a client describes it; anything may stand in it.
 *
 * @param address guest physical address
 * @param bytes its size
 * @param fileOffset where it begins in its file
 */
record GuestRegion(long address, long bytes, long fileOffset) {
    /** {@return whether it lies in a file of some size, and at an address at all} */
    boolean fits(long fileBytes) {
        return address >= 0 && bytes > 0 && fileOffset >= 0 && fileOffset <= fileBytes && bytes <= fileBytes - fileOffset;
    }
}
