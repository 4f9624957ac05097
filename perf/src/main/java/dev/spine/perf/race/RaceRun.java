package dev.spine.perf.race;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.WindowRectangle;
import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.extension.host.InstanceMessages;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.window.MoveAnswer;
import dev.spine.extension.host.window.MoveLink;
import dev.spine.extension.host.window.MoveTimes;
import dev.spine.extension.host.window.MovingWindow;
import dev.spine.extension.host.window.OwnWindow;
import dev.spine.extension.host.window.WindowFrame;
import dev.spine.extension.host.window.WindowOnCanvas;
import dev.spine.extension.host.window.WindowPosition;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.video.VideoExtension;
import dev.spine.extension.video.VideoProtocol;
import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.HostTimer;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.scenario.IncompleteRunException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A window that is dragged over the screen while video arrives, on the modelled engine: the application, the extension on the network card
 * and the display are those of every other run.
 *
 * <p>Used by one thread, which is outside the engine.
 */
public final class RaceRun implements AutoCloseable {
    private static final int RECEIVE_BUFFERS = 256;
    /** The window's number at its extension. */
    static final int SLOT = 0;
    private static final int FIRST_USER_WORD = 4;
    private static final int UNKNOWN = -1;

    private final SpineSystem system;
    private final ModelledEngine engine;
    private final RaceScale scale;
    private final StrayWatch watch;
    private final Capture capture;
    private final RuntimeClient client;
    private final int instance;
    private final MovingWindow window;
    private final InstanceMessages answers;
    private final HostTimer mouse;
    private final Queue<WindowFrame> script = new ArrayDeque<>();
    private @Nullable RacePicture picture;
    private Predicate<MoveAnswer> lostAnswers = _ -> false;
    private int granted = UNKNOWN;
    private long mouseNs;

    /**
     * What a run is made of.
     *
     * @param variant how the window is moved
     * @param scale how much is shown
     * @param times how long the application waits for the extension
     * @param image the extension's jar
     * @param link what lies between window and extension, made of the link to it; for runs in which messages get lost
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Parts(RaceVariant variant, RaceScale scale, MoveTimes times, byte[] image, UnaryOperator<MoveLink> link) {
        /**
         * The usual ones.
         *
         * @param variant how the window is moved
         * @param scale how much is shown
         */
        public Parts(RaceVariant variant, RaceScale scale) {
            this(variant, scale, MoveTimes.STANDARD, PackagedExtension.image("video", VideoExtension.class), link -> link);
        }
    }

    /**
     * Boots a system and shows nothing yet.
     *
     * @param parts what it is made of
     * @param engine without agents
     */
    public RaceRun(Parts parts, ModelledEngine engine) {
        this.scale = parts.scale();
        this.engine = engine;
        this.watch = new StrayWatch(scale);
        this.capture = RaceVideo.of(scale);
        engine.observe(watch);
        VideoStream stream = new VideoStream(capture, RaceVideo.PORT, PixelFormat.UYVY, scale.width(), scale.height(), PixelFormat.UYVY,
            scale.screenWidth(), scale.screenHeight(), 0, 0);
        this.system = SpineComponent.create().systemFactory().build(VideoSystem.describe(stream, engine.profile().name(), engine.seed(),
            "capture", new CaptureKind.Spec(VideoSystem.WIRE, capture, RECEIVE_BUFFERS)), engine, engine.profile(),
            engine.profile().wire());
        system.boot();
        PlacedModule display = system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY);
        DisplayOsm osm = system.tasks().call(() -> new DisplayOsm(system.host(), system.driver(), system.driver(VideoSystem.SCREEN),
            display.tid()));
        system.await("the claim of the screen", osm::claim);
        WindowFrame frame = new WindowFrame(0, 0, scale.width(), scale.height());
        boolean own = parts.variant().right() == RaceVariant.Right.WINDOW;
        DisplayWindow shown = system.await("the window", () -> osm.create(frame.x(), frame.y(), frame.width(), frame.height(),
            own ? WindowCreate.SHARED_WITH_ANY : WindowCreate.SHARED_WITH_NOBODY));
        DisplayWindow drawn = own ? shown : system.await("the canvas", () -> osm.create(0, 0, scale.screenWidth(), scale.screenHeight(),
            WindowCreate.SHARED_WITH_ANY));
        client = new RuntimeClient(system.driver(VideoSystem.NIC), system.device(VideoSystem.NIC, VideoSystem.RUNTIME).tid(),
            system.hostMemory(), system.tasks());
        instance = client.load(parts.image());
        client.listen(VideoProtocol.HOST_WINDOW_READY, new InstanceMessages(instance,
            reply -> granted = reply.wordOrZero(FIRST_USER_WORD + 1)));
        WindowPosition position = own ? new OwnWindow(osm, shown) : new WindowOnCanvas(osm, drawn, WindowCreate.SHARED_WITH_ANY, shown);
        MoveLink link = parts.link().apply(new VideoLink(client, instance, SLOT));
        window = system.tasks().call(() -> new MovingWindow(system.host(), parts.variant().synchronisation(), parts.times(), link, position,
            frame));
        answers = new InstanceMessages(instance, reply -> {
            MoveAnswer answer = VideoLink.answer(reply.wordOrZero(FIRST_USER_WORD + 2));
            if (answer != null && reply.wordOrZero(FIRST_USER_WORD) == SLOT && !lostAnswers.test(answer)) {
                window.onAnswer(reply.wordOrZero(FIRST_USER_WORD + 1), answer);
            }
        });
        client.listen(VideoProtocol.HOST_MOVE_ANSWER, answers);
        mouse = system.tasks().call(() -> system.host().timer(this::onMouse));
        client.send(instance, VideoProtocol.MAKE, SLOT, system.driver().iopId(system.driver(VideoSystem.SCREEN)), display.tid(),
            drawn.number(), RaceVideo.PORT, PixelFormat.UYVY.code(), frame.x(), frame.y(), own ? 0 : frame.width(), frame.height());
        system.tasks().await("the screen's grant", () -> granted != UNKNOWN);
        if (granted != 0) {
            throw new IllegalStateException("the screen refused to grant its window to the extension (reason " + granted + ")");
        }
        DisplayDdm screen = (DisplayDdm) display.module();
        // All packets are of one length.
        long stride = capture.packetCount() == 1 ? capture.packets().byteSize() : capture.packetOffset(1);
        watch.watch(system.bus(), screen, shown.number(), stride, this::onDrawn);
    }

    private void onDrawn(WindowRectangle there, int column, int line, int pixels) {
        RacePicture shows = picture;
        if (shows != null) {
            shows.onDrawn(there, column, line, pixels);
        }
    }

    /** Begins to keep a picture of the screen, which takes time. */
    void takePicture() {
        picture = new RacePicture(((DisplayDdm) system.device(VideoSystem.SCREEN, VideoSystem.DISPLAY).module()).surface());
    }

    /** {@return the picture as a PNG, if one was kept} */
    byte @Nullable [] picture() {
        RacePicture shows = picture;
        return shows == null ? null : shows.png();
    }

    /** Lets answers of the extension get lost. */
    void loseAnswers(Predicate<MoveAnswer> which) {
        lostAnswers = which;
    }

    private void onMouse() {
        WindowFrame to = script.poll();
        if (to != null) {
            window.move(to);
            mouse.setIn(mouseNs);
        }
    }

    /** {@return the window} */
    public MovingWindow window() {
        return window;
    }

    /** {@return the system} */
    SpineSystem system() {
        return system;
    }

    RuntimeClient client() {
        return client;
    }

    int instance() {
        return instance;
    }

    /** {@return answers about moves that came from elsewhere than the extension that draws} */
    long foreignAnswers() {
        return answers.foreign();
    }

    StrayWatch watch() {
        return watch;
    }

    /**
     * Begins the video and a drag.
     *
     * @param frames where the window goes, one after the other
     * @param everyNs nanoseconds between two moves, the first one included
     * @param pace when packets are due
     */
    void begin(List<WindowFrame> frames, long everyNs, Pace pace) {
        CaptureWire wire = (CaptureWire) system.wire(VideoSystem.WIRE);
        system.tasks().run(() -> {
            script.addAll(frames);
            mouseNs = everyNs;
            mouse.setIn(everyNs);
            system.host().context().deliver(wire.orders(), new ReplayOrder(pace, scale.packets()));
        });
    }

    boolean isDone() {
        return ((CaptureWire) system.wire(VideoSystem.WIRE)).isDone() && script.isEmpty() && window.isAtRest();
    }

    /**
     * Drags the window over the screen while the video runs, and waits until both have ended.
     *
     * @param frames where the window goes
     * @return what it came to
     * @throws IncompleteRunException when it does not end, because the machine is too slow
     * @throws IllegalStateException when it has broken a law of conservation
     */
    public RaceOutcome drag(List<WindowFrame> frames) {
        long from = engine.nowNs();
        begin(frames, scale.moveNs(), new Pace.Jittered(RaceVideo.packetsPerSecond(scale)));
        long limit = from + 100_000_000_000L;
        while (!isDone()) {
            if (engine.nowNs() > limit) {
                throw new IncompleteRunException("the drag does not end: the window is " + (window.isAtRest() ? "" : "not ") + "at rest, "
                    + script.size() + " moves are left");
            }
            engine.advanceTo(engine.nowNs() + 1_000_000);
        }
        double seconds = (engine.nowNs() - from) * 1e-9;
        // What was kept last is drawn yet.
        engine.advanceTo(engine.nowNs() + 200_000_000L);
        system.verifyConservation();
        return outcome(seconds);
    }

    RaceOutcome outcome(double seconds) {
        return new RaceOutcome(watch.strayPixels(), watch.strayLines(), watch.refusedLines(), watch.packetsMissed(), watch.framesMissed(),
            scale.frames(), window.counters(), counter("packets kept while their window moved"), seconds);
    }

    long counter(String name) {
        InstanceStatus status = client.list().stream().filter(one -> one.instance() == instance).findAny().orElse(null);
        return status == null ? 0 : status.counters().getOrDefault(name, 0L);
    }

    @Override
    public void close() {
        system.close();
    }
}
