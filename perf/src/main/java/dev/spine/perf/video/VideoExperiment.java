package dev.spine.perf.video;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.report.BusyTimes;
import dev.spine.perf.report.CardMemory;
import dev.spine.perf.report.LivePath;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;
import dev.spine.perf.video.VideoRun.Pass;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.profile.ProfileFile;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One path of the video client on the modelled engine, for those who ask what a described machine would do. One thread. */
public final class VideoExperiment {
    private static final int RECEIVE_BUFFERS = 256;
    private static final double NS_PER_SECOND = 1e9;
    /** A second of 80 Mb/s: a machine that cannot keep up is late by more than a frame. */
    private static final long TRIAL_PACKETS = 8_000;
    /** 320 by 240 pixels of 16 bits at 40 Mb/s: 32.5 frames in a second. */
    private static final long FRAME_NS = 30_770_000;
    private static final double RESOLUTION = 0.01;
    private static final Outcome NOTHING_HELD = new Outcome(0, 0, 0, 0, 0, "nothing: no rate was held", null);

    private VideoExperiment() {}

    /**
     * What a machine did.
     *
     * @param bitsPerSecond of the packets that reached the screen, headers included
     * @param hostShare of the host's processor, 0 to 1
     * @param crossings how often each byte of pixels crossed the bus
     * @param lost packets that did not arrive
     * @param latestNs from the time at which a packet was due to its pixels on the screen, the longest; at an even pace
     * @param busy shares of the time for which processors, the bus and the wire were busy, as a text
     * @param cardMemory the fullest card afterwards; null when nothing was held
     */
    public record Outcome(double bitsPerSecond, double hostShare, double crossings, long lost, long latestNs, String busy,
        @Nullable CardMemory cardMemory) {}

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
     * @param witness looks on
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, VideoStream stream, long packets, long seed, MeasurementObserver witness) {
        return read(profile, path, stream, packets, seed, UnaryOperator.identity(), witness);
    }

    /**
     * Does the same on a system that is like another one.
     *
     * @param profile reference of the machine's profile
     * @param path one of {@link VideoPlan#PATHS}
     * @param stream what is shown
     * @param packets how many, at least 1
     * @param seed of the engine
     * @param fitting makes the workload's system like the other one; names stay as they are
     * @param witness looks on
     * @return what the machine did
     */
    public static PathReading read(String profile, String path, VideoStream stream, long packets, long seed,
        UnaryOperator<SystemDescription> fitting, MeasurementObserver witness) {
        MachineProfile machine = ProfileFile.find(profile);
        ModelledEngine engine = new ModelledEngine(machine, seed);
        witness.onEngine(engine);
        SpineSystem system = SpineComponent.create().systemFactory().build(fitting.apply(describe(profile, stream, seed)), engine, machine,
            machine.wire());
        try (VideoRun run = new VideoRun(system, VideoComparison.path(path), stream)) {
            BusyTimes before = new BusyTimes(engine);
            witness.onBegin();
            Pass pass = run.closedLoop(packets);
            VideoPayload.checkShown(path, pass.units(), packets);
            Map<String, Double> busy = new BusyTimes(engine).sharesSince(before, pass.seconds());
            double wireNs = machine.wire().serialisationNs((int) Math.round(packetBits(stream) / Byte.SIZE));
            return PathReading.of(pass, busy, pass.units() * wireNs, VideoPayload.bytes(stream, pass.units()),
                run.carriedHeaderBytes(pass.units()));
        }
    }

    /**
     * {@return a path of the bundled stream on this machine, everything on one thread}
     *
     * @param path one of {@link VideoPlan#PATHS}
     * @param seed of the engine
     */
    public static LivePath live(String path, long seed) {
        return LivePath.of(VideoComparison.live(path, stream(), seed), VideoRun::closedLoop);
    }

    /**
     * Raises the rate of the bundled stream until a packet is lost or comes later than a frame is long, by halves, to one percent.
     *
     * @param profile reference of the machine's profile
     * @param path {@code host}, {@code i2o} or {@code spine}
     * @param bitsPerSecond where the search begins, what the machine reached in closed loop
     * @param seed of the engine
     * @return what the machine did at the highest rate that it held; 0 bits per second when it held none
     */
    public static Outcome mostInTime(String profile, String path, double bitsPerSecond, long seed) {
        double held = 0;
        double missed = 2 * bitsPerSecond;
        Outcome last = openLoop(profile, path, bitsPerSecond, TRIAL_PACKETS, seed);
        Outcome most = null;
        double rate = bitsPerSecond;
        while (missed - held > RESOLUTION * bitsPerSecond) {
            if (last.lost() == 0 && last.latestNs() <= FRAME_NS) {
                held = rate;
                most = last;
            } else {
                missed = rate;
            }
            rate = (held + missed) / 2;
            last = openLoop(profile, path, rate, TRIAL_PACKETS, seed);
        }
        return most == null ? NOTHING_HELD : most;
    }

    private interface Offer {
        Pass to(VideoRun run, double packetBits);
    }

    private static Outcome run(String profile, String path, long seed, Offer offer) {
        MachineProfile machine = ProfileFile.find(profile);
        VideoStream stream = stream();
        double packetBits = packetBits(stream);
        ModelledEngine engine = new ModelledEngine(machine, seed);
        SpineSystem system = system(machine, engine, profile, stream, seed);
        try (VideoRun run = new VideoRun(system, VideoComparison.path(path), stream)) {
            long heldBefore = engine.busHeldNs(system.bus());
            Pass pass = offer.to(run, packetBits);
            VideoPayload.checkShown(path, pass.units(), pass.units() + pass.lost());
            long payload = VideoPayload.bytes(stream, pass.units());
            double bits = pass.rate() * packetBits;
            double bus = (engine.busHeldNs(system.bus()) - heldBefore) / NS_PER_SECOND;
            return new Outcome(bits, pass.hostShare(),
                (pass.costs().accounts().dataBytes() - run.carriedHeaderBytes(pass.units())) / (double) payload, pass.lost(),
                pass.latencies().getMaxValue(), busy(pass, bus, bits / machine.wire().bitsPerSecond()),
                pass.costs().cardMemory());
        }
    }

    private static SpineSystem system(MachineProfile machine, ModelledEngine engine, String profile, VideoStream stream, long seed) {
        return SpineComponent.create().systemFactory().build(describe(profile, stream, seed), engine, machine, machine.wire());
    }

    private static SystemDescription describe(String profile, VideoStream stream, long seed) {
        return VideoSystem.describe(stream, profile, seed, "capture",
            new CaptureKind.Spec(VideoSystem.WIRE, stream.capture(), RECEIVE_BUFFERS));
    }

    private static String busy(Pass pass, double busSeconds, double wireShare) {
        StringBuilder text = new StringBuilder();
        pass.costs().processorSeconds().forEach((busAgent, seconds) ->
            text.append(share("processor of " + busAgent, seconds / pass.seconds())));
        return text.append(share("bus", busSeconds / pass.seconds())).append(share("wire", wireShare)).substring(2);
    }

    private static String share(String what, double share) {
        return String.format(Locale.ROOT, ", %s %.0f %%", what, 100 * share);
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

    /**
     * {@return the description of the system that the packets go through}
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     */
    public static SystemDescription system(String profile, long seed) {
        return describe(profile, stream(), seed);
    }
}
