package dev.spine.extension.api;

/**
 * A transfer in the making: runs of bytes from a buffer of this card to a surface or another buffer, moved by the card's DMA engine.
 * The card's agent.
 *
 * <p>Taken from {@link ExtensionContext#transfer}, filled with {@link #run}, and submitted once. The source buffer is kept by the runtime
 * until the transfer has ended, so a handler may return at once. Bounds are checked when a run is added; rights when bytes move.
 */
public abstract class TransferRequest {
    /** For the runtime only. */
    protected TransferRequest() {}

    /**
     * Adds a run to a surface.
     *
     * @param sourceOffset first byte in the source buffer
     * @param lineOffset first byte in the line of the surface, 0 to the surface's line bytes - 1
     * @param line line in the surface, 0 to height - 1
     * @param bytes how many, at least 1, up to the end of the line
     * @return false when no further run fits: submit, and go on with another transfer
     * @throws IndexOutOfBoundsException when the run leaves the source or the surface
     */
    public abstract boolean run(int sourceOffset, int lineOffset, int line, int bytes);

    /**
     * Adds a run to a buffer.
     *
     * @param sourceOffset first byte in the source buffer
     * @param destinationOffset first byte in the destination buffer
     * @param bytes how many, at least 1
     * @return false when no further run fits
     * @throws IndexOutOfBoundsException when the run leaves either buffer
     */
    public abstract boolean copy(int sourceOffset, int destinationOffset, int bytes);

    /** {@return how many runs were added} */
    public abstract int runs();

    /** Starts the transfer; its end is not reported. A transfer without runs ends at once. */
    public abstract void submit();

    /**
     * Starts the transfer and has its end reported by a message of kind TRANSFER.
     *
     * @param handler a handler of this extension
     * @param number goes into word 0 of the message
     */
    public abstract void submit(int handler, int number);

    /** Gives the request back unused. */
    public abstract void cancel();
}
