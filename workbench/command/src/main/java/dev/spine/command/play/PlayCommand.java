package dev.spine.command.play;

import dev.spine.command.option.Verb;
import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.monitor.PngSnapshot;
import dev.spine.device.display.monitor.RawDump;
import dev.spine.device.display.monitor.vnc.VncCounters;
import dev.spine.device.display.monitor.vnc.VncMonitor;
import dev.spine.device.display.monitor.vnc.VncSettings;
import dev.spine.device.display.surface.Surface;
import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.device.wire.capture.CaptureOddity;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.VlanTags;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.ending.Interruption;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.kind.PasswordFile;
import dev.spine.system.kind.VncKind;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import dev.spine.system.output.ReplacedFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spine play}: shows video on a screen through the video extension and writes the screen as a picture. The command's thread. */
@Command(
    name = "play",
    description = "Shows RFC 4175 video on a screen through the video extension, from a capture file or from a live sender,"
        + " and writes the screen as a PNG picture when the input ends, when enough frames or time have passed, or at Ctrl-C."
        + " With --vnc people can watch it.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine play --png bars.png                  the bundled colour bars",
        "  spine play --vnc 5901                      the same, watched by vncviewer :1",
        "  spine play --input v.pcap --width 640 --height 480 --png v.png",
        "  spine play --udp 5004 --frames 30 --png screen.png",
        "                                             a GStreamer sender: docs/video.md",
        "  spine play --udp 0.0.0.0:5004 --format RGB --size 800x600 --png screen.png"
    })
public final class PlayCommand extends Verb implements Callable<Integer> {
    private static final String DEFAULT_INPUT = "bars";
    private static final String PROFILE = "lanai-33";
    private static final int DEFAULT_WIDTH = 320;
    private static final int DEFAULT_HEIGHT = 240;
    private static final int MIN_SIZE = 16;
    private static final int MAX_SIZE = 8192;
    private static final int MAX_PORT = 65_535;

    /** Sampling of a stream, as people call it. */
    enum StreamFormat {
        /** 4:2:2. */
        UYVY(PixelFormat.UYVY),
        /** Red, green, blue. */
        RGB(PixelFormat.RGB888);

        private final PixelFormat pixels;

        StreamFormat(PixelFormat pixels) {
            this.pixels = pixels;
        }
    }

    /** Where the video comes from: one of two. */
    private static final class Origin {
        @Option(names = "--input", paramLabel = "FILE",
            description = "A pcap or pcapng file of Ethernet, Linux cooked or raw IP packets, of at most 1 GiB (unpacked), or a bundled"
                + " capture: bars, wheel, ball. Default: bars.")
        private @Nullable String input;

        @Option(names = "--udp", paramLabel = "[ADDRESS:]PORT", converter = ListeningAddress.class,
            description = "Receive from a live sender. Without ADDRESS only from this machine; 0.0.0.0 takes all.")
        private @Nullable InetSocketAddress udp;
    }

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private Origin origin = new Origin();

    @Option(names = "--png", paramLabel = "FILE", description = "Write the screen as a picture.")
    private @Nullable Path png;

    @Option(names = "--raw", paramLabel = "FILE", description = "Write the screen's pixels as they lie in memory.")
    private @Nullable Path raw;

    @Option(names = "--vnc", paramLabel = "[ADDRESS:]PORT", converter = ListeningAddress.class,
        description = "Show the screen to VNC viewers while it plays, and after that until --seconds or Ctrl-C; captures play at their"
            + " own speed, and wait when the machine is too slow for it. Port 5901 is display :1. Without ADDRESS only for this machine.")
    private @Nullable InetSocketAddress vnc;

    @Option(names = "--vnc-password-file", paramLabel = "FILE",
        description = "Require of viewers the password in the first line of FILE, 1 to 8 bytes.")
    private @Nullable Path vncPasswordFile;

    @Option(names = "--vnc-viewers", paramLabel = "N", description = "How many viewers may look at once, 1 to 64. Default: 8.")
    private @Nullable Integer vncViewers;

    @Option(names = "--width", paramLabel = "N", description = "Pixels of a line of the video. Default: the bundled capture's, or 320.")
    private @Nullable Integer width;

    @Option(names = "--height", paramLabel = "N", description = "Lines of the video. Default: the bundled capture's, or 240.")
    private @Nullable Integer height;

    @Option(names = "--format", paramLabel = "FORMAT",
        description = "Sampling of the video: UYVY (4:2:2) or RGB, 8 bit each. Default: the bundled capture's, or UYVY.")
    private @Nullable StreamFormat format;

    @Option(names = "--port", paramLabel = "PORT",
        description = "UDP port of the video in a capture. Default: that of its first RTP packet.")
    private @Nullable Integer port;

    @Option(names = "--size", paramLabel = "WxH", converter = ScreenSize.Converter.class,
        description = "Size of the screen; the video is at its upper left. Default: that of the video.")
    private @Nullable ScreenSize size;

    @Option(names = "--screen-format", paramLabel = "FORMAT",
        description = "Pixel format of the screen: ${COMPLETION-CANDIDATES}. Default: that of the video; others are converted on the card.")
    private @Nullable PixelFormat screenFormat;

    @Option(names = "--frames", paramLabel = "N", description = "End after N frames.")
    private int frames = Integer.MAX_VALUE;

    @Option(names = "--seconds", paramLabel = "S", description = "End after S seconds.")
    private double seconds = Double.MAX_VALUE;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the counts as JSON to FILE; - for standard output, without text.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public PlayCommand() {}

    @Override
    public Integer call() {
        VideoShape shape = shape();
        check(shape);
        OutputFile target = json == null ? null : new OutputFile(json);
        PrintWriter out = out();
        PrintWriter text = target != null && target.isStandardOutput() ? new PrintWriter(PrintWriter.nullWriter()) : out;
        VideoSource source = source();
        VncSettings settings = vncSettings();
        try (Interruption interruption = Interruption.watch()) {
            PlayReport report = play(source, shape, settings, interruption, text);
            text.println(report.line());
            report.advice().forEach(text::println);
            text.flush();
            if (target != null) {
                target.write(report.json(), out);
            }
            return interruption.exitCode(report.drawn() > 0 ? 0 : 1);
        }
    }

    private PlayReport play(VideoSource source, VideoShape shape, @Nullable VncSettings settings, Interruption interruption,
        PrintWriter text) {
        // The port of the stream is known when the wire is there, and the system's description does not need it.
        SystemDescription description = VideoSystem.describe(shape.stream(0), PROFILE, 1, source.wire().kind(), source.wire().spec());
        try (SpineSystem system = EngineChoice.LIVE.build(SpineComponent.create().systemFactory(), description)) {
            source.attach(system);
            Player player = new Player(system, source, interruption, Progress.onTerminal(), text);
            DisplayDdm display = (DisplayDdm) system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).module();
            PlayReport report = settings == null ? player.play(shape.stream(source.port()), seconds)
                : playWatched(player, shape.stream(source.port()), display.surface(), settings, text);
            save(display.surface(), text);
            system.await("the shutdown", system.driver()::shutdown);
            return report;
        }
    }

    private PlayReport playWatched(Player player, VideoStream stream, Surface surface, VncSettings settings, PrintWriter text) {
        try (VncMonitor monitor = new VncMonitor("Spine", surface, settings)) {
            monitor.start();
            text.println("shown at " + monitor.describe());
            text.flush();
            PlayReport report = player.playAndStay(stream, seconds);
            VncCounters counters = monitor.counters();
            text.printf(Locale.ROOT, "%d viewers, %d updates, %,d bytes sent to them%n", counters.get(VncCounters.Counter.VIEWERS),
                counters.get(VncCounters.Counter.UPDATES), counters.get(VncCounters.Counter.BYTES_SENT));
            if (counters.get(VncCounters.Counter.TURNED_AWAY) > 0) {
                text.printf(Locale.ROOT, "%d viewers turned away: %d may look at once; let more in with --vnc-viewers N%n",
                    counters.get(VncCounters.Counter.TURNED_AWAY), settings.viewers());
            }
            if (counters.get(VncCounters.Counter.ACCEPTS_FAILED) > 0) {
                text.println("viewers had to wait: this process had no descriptor for them; allow it more files (ulimit -n)");
            }
            return report;
        } catch (IOException e) {
            throw wrong(VncKind.refusal(settings.address(), e));
        }
    }

    private void save(Surface surface, PrintWriter text) {
        write(png, out -> PngSnapshot.write(surface, out), surface + " written as a picture", text);
        write(raw, out -> RawDump.write(surface, out), "its pixels written", text);
    }

    /** Writes the content of a file. */
    @FunctionalInterface
    private interface Writing {
        void write(OutputStream out) throws IOException;
    }

    private static void write(@Nullable Path file, Writing writing, String done, PrintWriter text) {
        if (file == null) {
            return;
        }
        try (ReplacedFile replaced = ReplacedFile.begin(file)) {
            writing.write(replaced.stream());
            replaced.keep();
            text.println(done + " to " + file);
        } catch (IOException e) {
            throw OutputFile.OutputException.of(file.toString(), e);
        }
    }

    // --- what the person asked for

    private @Nullable BundledCapture bundled() {
        if (origin.udp != null) {
            return null;
        }
        String name = Objects.requireNonNullElse(origin.input, DEFAULT_INPUT);
        for (BundledCapture capture : BundledCapture.values()) {
            if (capture.name().equalsIgnoreCase(name)) {
                return capture;
            }
        }
        return null;
    }

    private VideoShape shape() {
        BundledCapture bundled = bundled();
        int lineWidth = width != null ? width : bundled != null ? bundled.width() : DEFAULT_WIDTH;
        int lines = height != null ? height : bundled != null ? bundled.height() : DEFAULT_HEIGHT;
        PixelFormat pixels = format != null ? format.pixels
            : bundled != null ? bundled.stream() : PixelFormat.UYVY;
        return new VideoShape(lineWidth, lines, pixels, size != null ? size : new ScreenSize(lineWidth, lines),
            screenFormat != null ? screenFormat : pixels);
    }

    private void check(VideoShape shape) {
        checkSize("--width and --height", shape.width(), shape.height(), shape.format());
        checkSize("--size", shape.screen().width(), shape.screen().height(), shape.screenFormat());
        if (frames < 1) {
            throw wrong("--frames " + frames + ": play at least 1");
        }
        if (!(seconds > 0)) {
            throw wrong("--seconds " + seconds + ": play more than 0");
        }
        if (port != null && (port < 1 || port > MAX_PORT)) {
            throw wrong("--port " + port + ": UDP ports are 1 to " + MAX_PORT);
        }
        if (port != null && origin.udp != null) {
            throw wrong("--port is for captures: --udp names its port itself");
        }
        if (png == null && raw == null && vnc == null) {
            throw wrong("name a file for the picture: --png FILE, or --raw FILE, or watch with --vnc PORT");
        }
        if (vncPasswordFile != null && vnc == null) {
            throw wrong("--vnc-password-file is for viewers: give --vnc PORT, too");
        }
        if (vncViewers != null && vnc == null) {
            throw wrong("--vnc-viewers is for viewers: give --vnc PORT, too");
        }
        if (vncViewers != null && (vncViewers < 1 || vncViewers > VncSettings.MAX_VIEWERS)) {
            throw wrong("--vnc-viewers " + vncViewers + ": let 1 to " + VncSettings.MAX_VIEWERS + " look");
        }
        // What would go wrong after the playing is found out before it.
        checkWritable(png);
        checkWritable(raw);
        checkWritable(json);
    }

    private void checkSize(String option, int pixels, int lines, PixelFormat of) {
        if (pixels < MIN_SIZE || pixels > MAX_SIZE || lines < MIN_SIZE || lines > MAX_SIZE) {
            throw wrong(option + " ask for " + pixels + " x " + lines + " pixels: give " + MIN_SIZE + " to " + MAX_SIZE + " each");
        }
        if (!of.isWhole(pixels)) {
            throw wrong(option + " ask for lines of " + pixels + " pixels: give an even number with UYVY, which stores pixels in pairs");
        }
    }

    private static void checkWritable(@Nullable Object file) {
        if (file != null) {
            new OutputFile(file.toString()).check();
        }
    }

    private @Nullable VncSettings vncSettings() {
        InetSocketAddress address = vnc;
        if (address == null) {
            return null;
        }
        VncSettings settings = VncSettings.STANDARD.withAddress(address)
            .withViewers(vncViewers != null ? vncViewers : VncSettings.STANDARD.viewers());
        try {
            return vncPasswordFile == null ? settings : settings.withPassword(PasswordFile.read(vncPasswordFile));
        } catch (PasswordFile.UnusableException e) {
            throw wrong("--vnc-password-file: " + e.getMessage());
        }
    }

    private VideoSource source() {
        InetSocketAddress address = origin.udp;
        if (address != null) {
            return new UdpSource(address, frames);
        }
        Capture capture = read(Objects.requireNonNullElse(origin.input, DEFAULT_INPUT));
        int from = port != null ? port : CaptureSource.firstPort(capture);
        if (from == RtpFrames.OTHER || capture.packetCount() == 0) {
            throw wrong(noVideo(capture));
        }
        return new CaptureSource(capture, from, frames, vnc == null ? new Pace.AsBuffersReturn() : new Pace.AsRecordedWithoutLoss());
    }

    /** What to say of a capture that holds no video: what it holds instead, if that tells why. */
    private static String noVideo(Capture capture) {
        int fragments = CaptureSource.fragments(capture);
        if (fragments > 0) {
            return capture.name() + " holds no RTP, but " + PacketEnd.FRAGMENT.line(fragments);
        }
        for (CaptureOddity oddity : CaptureOddity.values()) {
            if (capture.packetCount() == 0 && capture.count(oddity) > 0) {
                return capture.name() + " holds no RTP, but " + oddity.text(capture.count(oddity)) + ": " + oddity.cure();
            }
        }
        return capture.name() + " holds no RTP over UDP over IPv4: record what a video sender sends (docs/video.md)";
    }

    private Capture read(String nameOrFile) {
        try {
            return CaptureKind.open(nameOrFile, VlanTags.TAKE_OFF);
        } catch (CaptureException e) {
            throw wrong(e.getMessage());
        }
    }
}
