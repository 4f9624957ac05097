package dev.spine.perf.benchmarks.filter;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.services.filter.FilterExtension;
import dev.spine.extension.services.host.filter.CompiledFilter;
import dev.spine.extension.services.host.filter.ExpressionInterpreter;
import dev.spine.extension.services.host.filter.FilterAction;
import dev.spine.extension.services.host.filter.FilterCompiler;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.host.filter.FilterSyntaxException;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.Ipv4Header;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures what a packet takes in a compiled filter and in an interpreter of the same expression, in turn:
 * {@code perf/bench filter.FilterBench}. The compiled class runs as the compiler wrote it, without the charges that a
 * runtime adds; {@code MeterBench} says what these cost. The figure is the median over rounds, in nanoseconds a packet.
 */
public final class FilterBench {
    private static final String[] EXPRESSIONS = {
        "ip",
        "tcp dst port 80",
        "tcp port 80 or 443 or 8080",
        "(tcp or udp) and (port 53 or 80 or 443) and not (host 10.0.0.1 or 10.0.0.2)",
        "tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn and net 10.0.0.0/8",
        "ip6 and (tcp port 80 or icmp6)"};
    private static final int PACKETS = 64;
    private static final int ROUNDS = 15;
    private static final long ROUND_NS = 20_000_000L;

    /** What decides about packets. */
    private interface Filter {
        boolean holds(int packet) throws Throwable;
    }

    private FilterBench() {}

    /**
     * Prints a line for each expression.
     *
     * @param arguments expressions to measure in place of the standard ones
     * @throws Throwable what a filter throws: none does
     */
    public static void main(String[] arguments) throws Throwable {
        List<byte[]> packets = packets();
        System.out.printf("%10s %12s %7s  expression%n", "compiled", "interpreted", "ratio");
        for (String text : arguments.length == 0 ? EXPRESSIONS : arguments) {
            Filter compiled = compiled(text, packets);
            ExpressionInterpreter interpreter = new ExpressionInterpreter(FilterRule.of(FilterAction.DROP, text).expression());
            Filter interpreted = packet -> interpreter.holds(packets.get(packet));
            for (int i = 0; i < PACKETS; i++) {
                if (compiled.holds(i) != interpreted.holds(i)) {
                    throw new AssertionError("'" + text + "' is decided differently for packet " + i);
                }
            }
            double[] fast = new double[ROUNDS];
            double[] slow = new double[ROUNDS];
            for (int round = -5; round < ROUNDS; round++) {
                double one = nsOfPacket(compiled);
                double other = nsOfPacket(interpreted);
                if (round >= 0) {
                    fast[round] = one;
                    slow[round] = other;
                }
            }
            Arrays.sort(fast);
            Arrays.sort(slow);
            double one = fast[ROUNDS / 2];
            double other = slow[ROUNDS / 2];
            System.out.printf("%7.1f ns %9.1f ns %6.1fx  %s%n", one, other, other / one, text);
        }
    }

    private static double nsOfPacket(Filter filter) throws Throwable {
        long begin = System.nanoTime();
        long count = 0;
        int held = 0;
        long now;
        do {
            for (int i = 0; i < PACKETS; i++) {
                held += filter.holds(i) ? 1 : 0;
            }
            count += PACKETS;
            now = System.nanoTime();
        } while (now - begin < ROUND_NS);
        if (held < 0) {
            throw new AssertionError("more packets held than there were");
        }
        return (double) (now - begin) / count;
    }

    private static Filter compiled(String text, List<byte[]> packets) throws FilterSyntaxException, ReflectiveOperationException {
        byte[] classFile = FilterCompiler.compile(List.of(FilterRule.of(FilterAction.DROP, text))).classFile();
        Class<?> type = new ClassLoader(FilterExtension.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (!name.equals(CompiledFilter.ENTRY)) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, classFile, 0, classFile.length);
            }
        }.loadClass(CompiledFilter.ENTRY);
        Method method = type.getDeclaredMethod("decide", Buffer.class, int.class);
        method.setAccessible(true);
        MethodHandle decide = MethodHandles.lookup().unreflect(method).bindTo(type.getConstructor().newInstance())
            .asType(MethodType.methodType(int.class, Buffer.class, int.class));
        Buffer[] buffers = packets.stream().map(FilterBench::buffer).toArray(Buffer[]::new);
        return packet -> (int) decide.invokeExact(buffers[packet], buffers[packet].length()) == 0;
    }

    private static Buffer buffer(byte[] packet) {
        Buffer buffer = RuntimeAccess.newBuffer(new BufferOwner() {
            @Override
            public boolean keep(Buffer of) {
                return false;
            }

            @Override
            public void release(Buffer of) {
                // Nothing was taken.
            }

            @Override
            public boolean isLent(Buffer of) {
                return false;
            }

            @Override
            public void touched(int bytes) {
                // Nobody counts here.
            }
        });
        RuntimeAccess.point(buffer, MemorySegment.ofArray(packet), 0, packet.length, 0, false, null);
        return buffer;
    }

    /** TCP and UDP over both IPs, to a few addresses and ports. */
    private static List<byte[]> packets() {
        int[] ports = {53, 80, 443, 5_001};
        List<byte[]> packets = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            boolean six = (i & 3) == 3;
            int ip = EtherType.HEADER_BYTES;
            int transport = ip + (six ? 40 : 20);
            ByteBuffer out = ByteBuffer.allocate(128);
            out.putShort(12, (short) (six ? EtherType.IPV6 : EtherType.IPV4));
            int protocol = (i & 4) == 0 ? Ipv4Header.TCP : Ipv4Header.UDP;
            if (six) {
                out.putInt(ip, 0x6000_0000).put(ip + 6, (byte) protocol).putLong(ip + 8, 0x2001_0DB8L << 32).putLong(ip + 16, i);
            } else {
                Ipv4Header.write(MemorySegment.ofBuffer(out), ip, protocol, 0, 0, 0x0A00_0000 + (i >> 3), 0x0A00_0001, 128 - transport);
            }
            out.putShort(transport, (short) (1_024 + i)).putShort(transport + 2, (short) ports[i >> 4]);
            out.put(transport + 13, (byte) (i & 0x12));
            packets.add(out.array());
        }
        return packets;
    }
}
