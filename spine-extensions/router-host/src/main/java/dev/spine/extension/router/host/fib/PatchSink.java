package dev.spine.extension.router.host.fib;

/**
 * Takes the parts of patches to one card or to all, in order. Each part goes to the card's {@code Fib.apply}, the next one after it; when a
 * card refuses one, or may have lost one, {@link RouteTable#bringAnew} brings it the whole table. The router's thread.
 */
@FunctionalInterface
public interface PatchSink {
    /**
     * Takes a part, on the thread that changes the table.
     *
     * @param part holds the part from its beginning; the caller writes the next one into it, so copy what is needed later
     * @param bytes how many, at most 64 KiB
     */
    void part(byte[] part, int bytes);
}
