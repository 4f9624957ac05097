package dev.spine.perf.benchmarks.tunnel;

import dev.spine.device.tunnel.TunnelSecurity;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.calibration.HopCalibration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: round trips and rates of frames by each way, in turn in blocks. Both ends are in this process, and one thread has both;
 * what a way needs beside it, it brings: a thread of Netty or of a socket for each wire, Aeron's driver.
 *
 * <p>{@code perf/bench tunnel.TunnelBench [seconds]}: 60 unless given.
 */
public final class TunnelBench {
    private static final int[] SIZES = {64, 1_500};
    private static final long BLOCK_NS = 100_000_000;
    private static final int UNDER_WAY = 256;
    private static final long LOST_NS = 200_000_000;
    private static final long HIGHEST_NS = 10_000_000_000L;
    private static final int WARM_UPS = 5;

    private final List<FrameWay> ways = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** What measures: it waits to be called. */
    private record Idle(AgentContext agent) implements Agent {
        @Override
        public String roleName() {
            return "bench";
        }

        @Override
        public int doWork(int limit) {
            return 0;
        }
    }

    /** A way and a size. */
    private static final class Row {
        private final FrameWay way;
        private final int bytes;
        private final Histogram trips = new Histogram(1, HIGHEST_NS, 3);
        private final Histogram perSecond = new Histogram(1, HIGHEST_NS, 3);
        private final MemorySegment there;
        private final MemorySegment back;
        private long lost;

        Row(FrameWay way, int bytes) {
            this.way = way;
            this.bytes = bytes;
            this.there = way.frame(0, bytes);
            this.back = way.frame(1, bytes);
        }

        private void send(int end, MemorySegment frame) {
            while (!way.send(end, frame)) {
                Thread.onSpinWait();
            }
        }

        private boolean await(int end) {
            long begin = System.nanoTime();
            while (way.receive(end) == 0) {
                if (System.nanoTime() - begin > LOST_NS) {
                    lost++;
                    return false;
                }
                Thread.onSpinWait();
            }
            return true;
        }

        void trips() {
            long begin = System.nanoTime();
            for (long now = begin; now - begin < BLOCK_NS;) {
                send(0, there);
                if (await(1)) {
                    send(1, back);
                    if (await(0)) {
                        trips.recordValue(Math.min(System.nanoTime() - now, HIGHEST_NS));
                    }
                }
                now = System.nanoTime();
            }
        }

        void rate() {
            long begin = System.nanoTime();
            long sent = 0;
            long received = 0;
            long lastNs = begin;
            long now = begin;
            for (; now - begin < BLOCK_NS || received < sent; now = System.nanoTime()) {
                while (now - begin < BLOCK_NS && sent - received < UNDER_WAY && way.send(0, there)) {
                    sent++;
                }
                int come = way.receive(1);
                received += come;
                if (come > 0) {
                    lastNs = now;
                } else if (now - lastNs > LOST_NS) {
                    lost += sent - received;
                    sent = received;
                    lastNs = now;
                }
            }
            perSecond.recordValue(Math.max(1, received * 1_000_000_000L / (lastNs - begin + 1)));
        }

        void forget() {
            trips.reset();
            perSecond.reset();
            lost = 0;
        }
    }

    private TunnelBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments seconds to measure, 60 unless given
     */
    public static void main(String[] arguments) {
        Bench.main(TunnelBench.class, arguments);
    }

    @Command(description = "Round trips and rates of frames by tunnel, UDP wire and Aeron, in turn in blocks.",
        footer = "Example: perf/bench tunnel.TunnelBench 60")
    static void run(@Parameters(arity = "0..1", defaultValue = "60", description = "to measure, 0.001 to 86400") double seconds)
        throws IOException, InterruptedException, GeneralSecurityException {
        HopCalibration before = HopCalibration.measure();
        TunnelSecurity tls = OwnCertificate.make();
        TunnelBench bench = new TunnelBench();
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1, IdlePolicy.BACK_OFF, 64, Duration.ofMinutes(10));
        Idle idle = engine.add("bench", ProcessorSpec.THIS_MACHINE, Idle::new);
        engine.start();
        Tasks tasks = engine.tasks(idle);
        try {
            tasks.run(() -> bench.open(idle.agent, tls));
            tasks.run(() -> bench.measure((long) (seconds * 1e9)));
            bench.print(before, HopCalibration.measure());
        } finally {
            bench.ways.forEach(FrameWay::close);
            engine.close();
        }
    }

    private void open(AgentContext agent, TunnelSecurity tls) {
        try {
            ways.add(WireWay.tunnel("netty-tcp", agent, TunnelSecurity.PLAIN));
            ways.add(WireWay.tunnel("netty-tls", agent, tls));
            ways.add(WireWay.udp("udp-wire", agent));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Its usual datagrams are shorter than a frame; larger ones than Ethernet's are for this machine, or for networks of one's own.
        ways.add(new AeronWay("aeron-udp", List.of("aeron:udp?endpoint=127.0.0.1:24325", "aeron:udp?endpoint=127.0.0.1:24326"),
            AeronWay.backOff()));
        ways.add(new AeronWay("aeron-mtu2k", List.of("aeron:udp?endpoint=127.0.0.1:24327|mtu=2k",
            "aeron:udp?endpoint=127.0.0.1:24328|mtu=2k"), AeronWay.backOff()));
        ways.add(new AeronWay("aeron-ipc", List.of("aeron:ipc?mtu=2k", "aeron:ipc?mtu=2k"), AeronWay.backOff()));
        ways.forEach(way -> {
            for (int bytes : SIZES) {
                rows.add(new Row(way, bytes));
            }
        });
    }

    private void measure(long ns) {
        for (int i = 0; i < WARM_UPS; i++) {
            rows.forEach(Row::trips);
            rows.forEach(Row::rate);
        }
        rows.forEach(Row::forget);
        long begin = System.nanoTime();
        do {
            rows.forEach(Row::trips);
            rows.forEach(Row::rate);
            LockSupport.parkNanos(1);
        } while (System.nanoTime() - begin < ns);
    }

    private void print(HopCalibration before, HopCalibration after) {
        System.out.printf(Locale.ROOT, "one-line %.0f to %.0f ns, %s; both ends in one process%n", before.oneLineNs(), after.oneLineNs(),
            before.until(after).name().toLowerCase(Locale.ROOT));
        System.out.printf(Locale.ROOT, "%-12s %6s %12s %12s %12s %12s %12s %6s%n", "way", "bytes", "trip p50 us", "trip p90 us",
            "trip p99 us", "frames/s", "best", "lost");
        for (Row row : rows) {
            System.out.printf(Locale.ROOT, "%-12s %6d %12.1f %12.1f %12.1f %,12d %,12d %6d%n", row.way.name(), row.bytes,
                row.trips.getValueAtPercentile(50) / 1e3, row.trips.getValueAtPercentile(90) / 1e3,
                row.trips.getValueAtPercentile(99) / 1e3, row.perSecond.getValueAtPercentile(50), row.perSecond.getMaxValue(), row.lost);
        }
    }
}
