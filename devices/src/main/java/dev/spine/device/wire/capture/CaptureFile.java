package dev.spine.device.wire.capture;

/** A kind of capture file while it is read, packet by packet. One thread. */
interface CaptureFile {
    /** What follows in a file. */
    enum Next {
        /** A packet. */
        PACKET,
        /** Nothing: the file ends where it may. */
        END,
        /** The file ends in the midst of something, which begins where the record says. */
        CUT
    }

    /**
     * Reads on to the next packet.
     *
     * @param record takes it
     * @return what was found
     * @throws CaptureException when what follows cannot be
     */
    Next next(CaptureRecord record) throws CaptureException;
}
