package dev.spine.perf.reference;

/**
 * A window on a surface, and the stream that it shows. Any thread.
 *
 * @param udpPort UDP destination port of the stream, 1 to 65535
 * @param stream  pixel format of the stream: {@link ReferenceFormat#UYVY} or {@link ReferenceFormat#RGB888}
 * @param x       where the window's left edge is on the surface; may be outside it, also negative
 * @param y       where the window's upper edge is on the surface; may be outside it, also negative
 * @param width   pixels, 0 or more; what the stream has beyond is clipped
 * @param height  lines, 0 or more; what the stream has beyond is clipped
 */
public record ReferenceWindow(int udpPort, ReferenceFormat stream, int x, int y, int width, int height) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is outside its range
     */
    public ReferenceWindow {
        if (udpPort < 1 || udpPort > 0xFFFF) {
            throw new IllegalArgumentException("UDP port " + udpPort + "; give 1 to 65535");
        }
        if (!stream.canBeStreamed()) {
            throw new IllegalArgumentException("a stream of " + stream + "; RFC 4175 streams here are UYVY or RGB888");
        }
        if (width < 0 || height < 0) {
            throw new IllegalArgumentException("a window of " + width + " x " + height + " pixels; give 0 or more");
        }
    }
}
