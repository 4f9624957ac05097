package dev.spine.command.play;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferReport;
import dev.spine.perf.video.SpineVideoPath;
import dev.spine.perf.video.VideoStream;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.SpineSystem;
import dev.spine.system.ending.Interruption;
import dev.spine.system.output.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Plays a source on a system until one of the ends comes. Used by the command's thread; the system runs on the live engine. */
final class Player {
    private static final String EXTENSION = "video";
    private static final long POLL_NS = 1_000_000;
    private static final long PROGRESS_NS = 200_000_000;
    private static final long STAY_NS = 20_000_000;
    /** How long the card may go without finishing a packet. */
    private static final long DRAIN_LIMIT_NS = 2_000_000_000L;
    private static final double NS_PER_SECOND = 1e9;

    private final SpineSystem system;
    private final VideoSource source;
    private final Interruption interruption;
    private final Progress progress;
    private final PrintWriter text;
    private final SpineVideoPath path = new SpineVideoPath();
    /** What was moved while the card was asked: its answers, and what packets still in flight have moved meanwhile. */
    private TransferReport.Reading asking = new TransferReport.Reading(0, 0, 0);

    /**
     * A player.
     *
     * @param system built, not started
     * @param source attached to the system
     * @param interruption ends the playing early
     * @param progress shows how far it is
     * @param text is told when packets are taken
     */
    Player(SpineSystem system, VideoSource source, Interruption interruption, Progress progress, PrintWriter text) {
        this.system = system;
        this.source = source;
        this.interruption = interruption;
        this.progress = progress;
        this.text = text;
    }

    /**
     * Boots, plays, and waits until what was played is on the screen.
     *
     * @param stream what is shown
     * @param seconds after how many it ends, if nothing else ends it before
     * @return what was played; nothing draws any more
     */
    PlayReport play(VideoStream stream, double seconds) {
        path.prepare(system, (packets, nowNs) -> { });
        system.boot().orThrow();
        path.open(system, stream);
        RuntimeClient runtime = new RuntimeClient(system.driver(VideoSystem.NIC),
            system.device(VideoSystem.NIC, VideoSystem.RUNTIME).tid(), system.hostMemory(), system.tasks());
        TransferPlan plan = path.plan(system, stream);
        TransferReport.Reading before = read(plan);
        long startNs = system.engine().nowNs();
        source.begin();
        // Not earlier: a sender that is started at this line loses nothing.
        text.printf(Locale.ROOT, "playing %s%n", source.describe());
        text.flush();
        waitForAnEnd(startNs, seconds);
        long endNs = system.engine().nowNs();
        source.stop();
        progress.clear();
        ExtensionCounts counts = drain(runtime, plan);
        TransferReport.Reading moved = read(plan).since(before).since(asking);
        return report(counts, plan.reportOn(path.taken(), moved), (endNs - startNs) / NS_PER_SECOND);
    }

    private TransferReport.Reading read(TransferPlan plan) {
        return TransferReport.read(system.bus(), plan.source(), plan.destination());
    }

    /**
     * Plays, and then keeps what is on the screen until the time has passed or the person interrupts.
     *
     * @param stream what is shown
     * @param seconds after how many it ends, if the person does not end it before
     * @return what was played; nothing draws any more
     */
    PlayReport playAndStay(VideoStream stream, double seconds) {
        long startNs = system.engine().nowNs();
        PlayReport report = play(stream, seconds);
        while (!interruption.isRequested() && (system.engine().nowNs() - startNs) / NS_PER_SECOND < seconds) {
            LockSupport.parkNanos(STAY_NS);
            system.tasks().run(() -> { });
        }
        return report;
    }

    private void waitForAnEnd(long startNs, double seconds) {
        long shownNs = startNs;
        long nowNs = startNs;
        while (!source.hasEnded() && !interruption.isRequested() && (nowNs - startNs) / NS_PER_SECOND < seconds) {
            LockSupport.parkNanos(POLL_NS);
            nowNs = system.engine().nowNs();
            if (nowNs - shownNs >= PROGRESS_NS) {
                shownNs = nowNs;
                // Nobody else would hear of an agent that failed.
                system.tasks().run(() -> { });
                progress.show(String.format(Locale.ROOT, "%.0f s: %,d frames, %,d packets", (nowNs - startNs) / NS_PER_SECOND,
                    source.frames(), source.packets()));
            }
        }
    }

    /** Waits until the extension has worked on every packet that passed, so that the picture is whole, or gets no further. */
    private ExtensionCounts drain(RuntimeClient runtime, TransferPlan plan) {
        long packets = source.packets();
        long limitNs = system.engine().nowNs() + DRAIN_LIMIT_NS;
        ExtensionCounts counts = ask(runtime, plan);
        long handled = counts.account().handled();
        while (handled < packets && system.engine().nowNs() < limitNs) {
            LockSupport.parkNanos(POLL_NS);
            counts = ask(runtime, plan);
            if (counts.account().handled() > handled) {
                handled = counts.account().handled();
                limitNs = system.engine().nowNs() + DRAIN_LIMIT_NS;
            }
        }
        return counts;
    }

    private ExtensionCounts ask(RuntimeClient runtime, TransferPlan plan) {
        TransferReport.Reading before = read(plan);
        ExtensionCounts counts = new ExtensionCounts(runtime.list(), EXTENSION);
        TransferReport.Reading asked = read(plan).since(before);
        asking = new TransferReport.Reading(0, asking.toHost() + asked.toHost(), asking.fromHost() + asked.fromHost());
        return counts;
    }

    private PlayReport report(ExtensionCounts counts, TransferReport transfer, double seconds) {
        PacketAccount ends = counts.account();
        ends.add(PacketEnd.PENDING, source.packets() - ends.handled());
        ends.add(source.apart());
        return new PlayReport(path.name(), source.describe(), transfer.route(), seconds, source.frames(), source.packets(), ends,
            counts.get("packets lost before the card"), counts.get("streams begun"), counts.get("lines cut off at their window"),
            source.oddities(), source.remedy());
    }
}
