package dev.spine.perf.video;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ModelledEngine;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.profile.ProfileFile;
import dev.spine.perf.report.PathReading;
import dev.spine.perf.system.SpineComponent;
import dev.spine.perf.system.SpineSystem;
import dev.spine.perf.system.kind.CaptureKind;
import dev.spine.perf.video.VideoRun.Pass;
import java.util.Map;
import java.util.TreeMap;

/** One path of the video client on the modelled engine, for those who ask what a described machine would do. One thread. */
public final class VideoExperiment {
    private static final int RECEIVE_BUFFERS = 256;
    private static final double NS_PER_SECOND = 1e9;

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

    /**
     * Offers packets of a stream as fast as receive buffers return, and reads how busy the machine was with them.
     *
     * @param profile reference of the machine's profile
     * @param path one of {@link VideoPlan#PATHS}
     * @param stream what is shown
     * @param packets how many, at least 1
     * @param seed of the engine
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, VideoStream stream, long packets, long seed) {
        MachineProfile machine = ProfileFile.find(profile);
        ModelledEngine engine = new ModelledEngine(machine, seed);
        SpineSystem system = system(machine, engine, profile, stream, seed);
        try (VideoRun run = new VideoRun(system, path(path), stream)) {
            long heldBefore = engine.busHeldNs(system.bus());
            Pass pass = run.closedLoop(packets);
            double ns = pass.seconds() * NS_PER_SECOND;
            Map<String, Double> busy = new TreeMap<>();
            pass.processorSeconds().forEach((box, seconds) -> busy.put(box, seconds / pass.seconds()));
            busy.put(PathReading.BUS, (engine.busHeldNs(system.bus()) - heldBefore) / ns);
            double wireNs = machine.wire().serialisationNs((int) Math.round(packetBits(stream) / Byte.SIZE));
            busy.put(PathReading.WIRE, pass.packets() * wireNs / ns);
            long payload = VideoPayload.bytes(stream, pass.packets());
            return new PathReading(pass.packets(), pass.seconds(), pass.lost(), payload,
                (pass.accounts().dataBytes() - run.carriedHeaderBytes(pass.packets())) / (double) payload, pass.hostMessages(), busy);
        }
    }

    private interface Offer {
        Pass to(VideoRun run, double packetBits);
    }

    private static Outcome run(String profile, String path, long seed, Offer offer) {
        MachineProfile machine = ProfileFile.find(profile);
        VideoStream stream = stream();
        double packetBits = packetBits(stream);
        try (VideoRun run = new VideoRun(system(machine, new ModelledEngine(machine, seed), profile, stream, seed), path(path), stream)) {
            Pass pass = offer.to(run, packetBits);
            long payload = VideoPayload.bytes(stream, pass.packets());
            return new Outcome(pass.rate() * packetBits, pass.processorSeconds().getOrDefault("host", 0.0) / pass.seconds(),
                (pass.accounts().dataBytes() - run.carriedHeaderBytes(pass.packets())) / (double) payload, pass.lost());
        }
    }

    private static VideoPath path(String name) {
        return switch (name) {
            case "host" -> new HostPath();
            case "i2o" -> new PeerPath();
            case "spine" -> new SpinePath();
            default -> throw new IllegalArgumentException("no path '" + name + "'; there are " + VideoPlan.PATHS);
        };
    }

    private static SpineSystem system(MachineProfile machine, ModelledEngine engine, String profile, VideoStream stream, long seed) {
        return SpineComponent.create().systemFactory().build(VideoSystem.describe(stream, profile, seed, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), RECEIVE_BUFFERS)), engine, machine, machine.wire());
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
