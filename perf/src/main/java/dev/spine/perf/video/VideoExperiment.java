package dev.spine.perf.video;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ModelledEngine;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.profile.ProfileFile;
import dev.spine.perf.system.SpineComponent;
import dev.spine.perf.system.kind.CaptureKind;
import dev.spine.perf.video.VideoRun.Pass;

/** One path of the video client on the modelled engine, for those who ask what a described machine would do. One thread. */
public final class VideoExperiment {
    private static final int RECEIVE_BUFFERS = 256;

    private VideoExperiment() {}

    /**
     * What a machine did.
     *
     * @param bitsPerSecond of the packets that reached the screen, headers included
     * @param hostShare of the host's processor, 0 to 1
     * @param crossings how often each byte of pixels crossed the bus
     * @param lost packets that did not arrive
     */
    public record Outcome(double bitsPerSecond, double hostShare, double crossings, long lost) {}

    /**
     * Offers packets of the bundled stream as fast as receive buffers return.
     *
     * @param profile reference of the machine's profile
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param packets how many, at least 1
     * @param seed of the engine
     * @return what the machine did
     */
    public static Outcome closedLoop(String profile, String path, long packets, long seed) {
        return run(profile, path, seed, (run, _) -> run.closedLoop(packets));
    }

    /**
     * Offers packets of the bundled stream at a steady rate, whether or not the machine keeps up.
     *
     * @param profile reference of the machine's profile
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param bitsPerSecond of the packets, headers included, at least those of one packet
     * @param packets how many, at least 1
     * @param seed of the engine
     * @return what the machine did
     */
    public static Outcome openLoop(String profile, String path, double bitsPerSecond, long packets, long seed) {
        return run(profile, path, seed, (run, packetBits) -> run.openLoop(Math.max(1, Math.round(bitsPerSecond / packetBits)), packets));
    }

    private interface Offer {
        Pass to(VideoRun run, double packetBits);
    }

    private static Outcome run(String profile, String path, long seed, Offer offer) {
        MachineProfile machine = ProfileFile.find(profile);
        VideoStream stream = stream();
        VideoPath chosen = switch (path) {
            case "host" -> new HostPath();
            case "i2o" -> new PeerPath();
            case "spine" -> new SpinePath();
            default -> throw new IllegalArgumentException("no path '" + path + "'; there are " + VideoPlan.PATHS);
        };
        double packetBits = packetBits(stream);
        try (VideoRun run = new VideoRun(SpineComponent.create().systemFactory().build(
            VideoSystem.describe(stream, profile, seed, "capture", new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(),
                RECEIVE_BUFFERS)), new ModelledEngine(machine, seed), machine, machine.wire()), chosen, stream)) {
            Pass pass = offer.to(run, packetBits);
            long payload = VideoPayload.bytes(stream, pass.packets());
            return new Outcome(pass.rate() * packetBits, pass.processorSeconds().getOrDefault("host", 0.0) / pass.seconds(),
                (pass.accounts().dataBytes() - run.carriedHeaderBytes(pass.packets())) / (double) payload, pass.lost());
        }
    }

    private static double packetBits(VideoStream stream) {
        long bytes = 0;
        for (int i = 0; i < stream.capture().packetCount(); i++) {
            bytes += stream.capture().packetBytes(i);
        }
        return bytes * (double) Byte.SIZE / stream.capture().packetCount();
    }

    private static VideoStream stream() {
        BundledCapture bars = BundledCapture.BARS;
        try {
            return new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(), bars.height(), PixelFormat.UYVY,
                bars.width() * 2, bars.height() * 2, bars.width() / 2, bars.height() / 2);
        } catch (CaptureException e) {
            throw new IllegalStateException("the bundled capture cannot be read: build again", e);
        }
    }
}
