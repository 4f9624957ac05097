package dev.spine.system.capture;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.device.wire.capture.CaptureReader;
import dev.spine.i2o.message.display.PixelFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;

/**
 * The captures that come with the workbench. Each is one loss-free stream of whole frames from GStreamer's
 * {@code videotestsrc ! rtpvrawpay}, together with the last frame as it left the source. Any thread.
 */
public enum BundledCapture {
    /** Moving colour bars with a field of noise, YCbCr-4:2:2, 320 x 240; the default input of {@code spine compare video}. */
    BARS("bars-uyvy-320x240", PixelFormat.UYVY, 320, 240, 5004, 6, 113),
    /** A turning wheel, RGB, 320 x 240. Its 16-bit sequence numbers wrap from 65535 to 0. */
    WHEEL("wheel-rgb-320x240", PixelFormat.RGB888, 320, 240, 5006, 4, 168),
    /** A moving ball, YCbCr-4:2:2, 640 x 480, with nanosecond time stamps. */
    BALL("ball-uyvy-640x480", PixelFormat.UYVY, 640, 480, 5008, 4, 448);

    private final String fileName;
    private final PixelFormat stream;
    private final int width;
    private final int height;
    private final int udpPort;
    private final int frames;
    private final int packetsPerFrame;

    BundledCapture(String fileName, PixelFormat stream, int width, int height, int udpPort, int frames, int packetsPerFrame) {
        this.fileName = fileName;
        this.stream = stream;
        this.width = width;
        this.height = height;
        this.udpPort = udpPort;
        this.frames = frames;
        this.packetsPerFrame = packetsPerFrame;
    }

    /** Name of the capture, for reports and the command line. */
    public String fileName() {
        return fileName;
    }

    /** Pixel format of the stream: {@link PixelFormat#UYVY} or {@link PixelFormat#RGB888}. */
    public PixelFormat stream() {
        return stream;
    }

    /** Pixels in a line of the picture. */
    public int width() {
        return width;
    }

    /** Lines of the picture. */
    public int height() {
        return height;
    }

    /** UDP destination port of the stream. */
    public int udpPort() {
        return udpPort;
    }

    /** Whole frames in the capture. */
    public int frames() {
        return frames;
    }

    /** Packets that make up each frame. */
    public int packetsPerFrame() {
        return packetsPerFrame;
    }

    /**
     * Reads the capture. Blocks.
     *
     * @throws CaptureException      if the bundled file is damaged: build the workbench again
     * @throws IllegalStateException if it is missing: build the workbench again
     */
    public Capture read() throws CaptureException {
        String name = fileName + ".pcap.gz";
        try (InputStream in = open(name)) {
            return new CaptureReader().read(name, in);
        } catch (CaptureException e) {
            throw e;
        } catch (IOException e) {
            throw new IllegalStateException("the bundled capture " + name + " cannot be closed; build the workbench again", e);
        }
    }

    /**
     * Reads the last frame as the source made it: width x height pixels of {@link #stream()}, line by line without gaps.
     * Blocks.
     *
     * @throws IOException           if the bundled file is damaged: build the workbench again
     * @throws IllegalStateException if it is missing: build the workbench again
     */
    public ByteBuffer lastFrame() throws IOException {
        try (InputStream in = new GZIPInputStream(open(fileName + ".raw.gz"))) {
            return ByteBuffer.wrap(in.readAllBytes());
        }
    }

    private static InputStream open(String name) {
        InputStream in = BundledCapture.class.getResourceAsStream(name);
        checkState(in != null, "the bundled capture %s is missing; build the workbench again", name);
        return in;
    }
}
