package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Two TAP interfaces of two queues each, and a thread for each queue, on whichever processor it gets: the kernel spreads flows. */
final class QueuesBridge implements Path {
    private static final int QUEUES = 2;
    private static final int BYTES = 2048;
    private static final long SET_INTERFACE = 0x4004_54CAL;
    private static final int TAP_WITHOUT_INFORMATION_MANY_QUEUES = 0x1102;

    private final List<Integer> in = new ArrayList<>();
    private final List<Integer> out = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running;

    QueuesBridge(Spaces spaces) {
        for (int i = 0; i < QUEUES; i++) {
            in.add(spaces.in("a").call(() -> open(entry())));
            out.add(spaces.in("b").call(() -> open(exit())));
        }
        up(spaces.in("a"), entry());
        up(spaces.in("b"), exit());
    }

    private static int open(String name) {
        int descriptor = (int) Native.need("/dev/net/tun",
            SystemCalls.open("/dev/net/tun", SystemCalls.READ_WRITE | SystemCalls.NON_BLOCKING | SystemCalls.CLOSE_ON_EXEC));
        Native.need("a TAP interface with several queues", request(descriptor, SET_INTERFACE, name, TAP_WITHOUT_INFORMATION_MANY_QUEUES));
        return descriptor;
    }

    private static int request(int descriptor, long request, String name, int value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(40, 8);
            MemorySegment.copy(MemorySegment.ofArray(name.getBytes(StandardCharsets.US_ASCII)), 0, text, 0, name.length());
            text.set(ValueLayout.JAVA_SHORT, 16, (short) value);
            return SystemCalls.control(descriptor, request, text.address());
        }
    }

    private static void up(NetworkNamespace space, String name) {
        space.call(() -> {
            int socket = SystemCalls.socket(2, 2 | SystemCalls.CLOSE_ON_EXEC, 0);
            Native.need("setting " + name + " up", request(socket, 0x8914, name, 1));
            return SystemCalls.close(socket);
        });
    }

    @Override
    public String name() {
        return "TAP, 2 queues, 2 threads";
    }

    @Override
    public String entry() {
        return "qa";
    }

    @Override
    public String exit() {
        return "qb";
    }

    @Override
    public void start() {
        running = true;
        for (int i = 0; i < QUEUES; i++) {
            int from = in.get(i);
            int to = out.get(i);
            threads.add(Thread.ofPlatform().daemon().name(name()).start(() -> carry(from, to)));
        }
    }

    private void carry(int from, int to) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wait = arena.allocate(SystemCalls.POLL_ENTRY_BYTES, 8);
            wait.set(ValueLayout.JAVA_INT, 0, from);
            wait.set(ValueLayout.JAVA_SHORT, 4, (short) SystemCalls.POLLIN);
            long packet = arena.allocate(BYTES, 64).address();
            while (running) {
                long got = SystemCalls.read(from, packet, BYTES);
                if (got > 0) {
                    SystemCalls.write(to, packet, got);
                } else {
                    SystemCalls.poll(wait, 1, Bridge.LOOK_MS);
                }
            }
        }
    }

    @Override
    public void stop() {
        running = false;
        for (Thread one : threads) {
            try {
                one.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        threads.clear();
    }

    @Override
    public void close() {
        in.forEach(SystemCalls::close);
        out.forEach(SystemCalls::close);
    }
}
