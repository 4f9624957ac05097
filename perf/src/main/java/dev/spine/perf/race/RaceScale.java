package dev.spine.perf.race;

/**
 * How much is shown and moved. Any thread.
 *
 * @param width of the window in pixels, even
 * @param height of the window in lines
 * @param screenWidth in pixels, even
 * @param screenHeight in lines
 * @param linesOfPacket how many lines of the video a packet brings; divides the height
 * @param frames of video
 * @param bitsPerSecond of the packets, headers included
 * @param moves of the window
 * @param moveNs nanoseconds between two moves
 */
public record RaceScale(int width, int height, int screenWidth, int screenHeight, int linesOfPacket, int frames, double bitsPerSecond,
    int moves, long moveNs) {
    /** The paper's stream of 40 Mb/s in a window that moves a hundred times a second, for 0.4 s. */
    public static final RaceScale PUBLISHED = new RaceScale(320, 240, 640, 480, 2, 13, 40e6, 40, 10_000_000);

    int packetsOfFrame() {
        return height / linesOfPacket;
    }

    int packets() {
        return frames * packetsOfFrame();
    }

    /** Bytes of one packet's pixels, two a pixel. */
    int pixelBytes() {
        return linesOfPacket * width * 2;
    }
}
