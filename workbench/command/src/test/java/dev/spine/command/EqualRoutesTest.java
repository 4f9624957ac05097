package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two neighbours of a router have one and the same address behind them, and its kernel has a route over both: by the cards, as by the
 * kernel alone, each flow stays with one of them, and they get flows by their weights.
 */
@Tag("full")
@Timeout(120)
class EqualRoutesTest {
    private static final String FAR = "192.0.2.1";
    private static final int PORT = 9_000;
    private static final int FIRST_SENDER = 20_000;
    private static final int FLOWS = 300;
    /** Six standard deviations of what independent flows would do with weights of 1 and 3. */
    private static final double BOUND = 6 * Math.sqrt(FLOWS * 3 / 16.0);
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path directory = Path.of("");
    private Namespaces spaces;
    private String left;
    private String middle;
    private final String[] far = new String[2];
    private @Nullable SpineProcess spine;
    private final List<DatagramChannel> senders = new ArrayList<>();
    private final List<DatagramChannel> receivers = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        Program.need("sysctl", "ping", "nft");
        spaces = new Namespaces(directory);
        left = spaces.make("left");
        middle = spaces.make("router");
        far[0] = spaces.make("far0");
        far[1] = spaces.make("far1");
    }

    @AfterEach
    void end() throws IOException {
        for (DatagramChannel channel : senders) {
            channel.close();
        }
        for (DatagramChannel channel : receivers) {
            channel.close();
        }
        if (spine != null) {
            spine.close();
        }
        if (spaces != null) {
            spaces.close();
        }
    }

    private void openCards() throws IOException {
        // It ends by itself if the process of the test is killed.
        SpineProcess process = new SpineProcess("route", "--tap", "w0@" + left, "--tap", "w1@" + far[0], "--tap", "w2@" + far[1], "--netns",
            middle, "--interface", "r", "--seconds", "110");
        spine = process;
        process.awaitLine("routing");
        addresses();
    }

    private void openKernel() throws IOException {
        spaces.ip(left, "link add w0 type veth peer name r0 netns " + middle);
        spaces.ip(far[0], "link add w1 type veth peer name r1 netns " + middle);
        spaces.ip(far[1], "link add w2 type veth peer name r2 netns " + middle);
        spaces.run(middle, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1", "net.ipv4.fib_multipath_hash_policy=1").succeeded();
        addresses();
    }

    private void addresses() throws IOException {
        address(left, "w0", "10.72.0.2/24");
        for (int number = 0; number < 3; number++) {
            address(middle, "r" + number, "10.72." + number + ".1/24");
        }
        spaces.ip(left, "route add default via 10.72.0.1");
        for (int number = 0; number < 2; number++) {
            address(far[number], "w" + (number + 1), "10.72." + (number + 1) + ".2/24");
            address(far[number], "lo", FAR + "/32");
            spaces.ip(far[number], "route add default via 10.72." + (number + 1) + ".1");
            receivers.add(socket(far[number], FAR, PORT));
        }
        for (int flow = 0; flow < FLOWS; flow++) {
            senders.add(socket(left, "10.72.0.2", FIRST_SENDER + flow));
        }
    }

    private void address(String space, String link, String address) throws IOException {
        spaces.ip(space, "addr add " + address + " dev " + link);
        spaces.ip(space, "link set " + link + " up");
    }

    private static DatagramChannel socket(String space, String address, int port) {
        return NetworkNamespace.of(space).call(() -> {
            try {
                DatagramChannel channel = DatagramChannel.open();
                channel.configureBlocking(false);
                return channel.bind(new InetSocketAddress(address, port));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Sends a datagram of each flow, and again those that have not come: at which neighbours each has arrived, a bit for each. */
    private Map<Integer, Integer> send() throws IOException {
        Map<Integer, Integer> by = new TreeMap<>();
        long begin = System.nanoTime();
        while (by.size() < FLOWS) {
            if (System.nanoTime() - begin > LIMIT_NS) {
                throw new AssertionError(by.size() + " of " + FLOWS + " flows have arrived" + (spine == null ? "" : ": " + spine.lines()));
            }
            for (int flow = 0; flow < FLOWS; flow++) {
                if (!by.containsKey(flow)) {
                    senders.get(flow).send(ByteBuffer.allocate(18), new InetSocketAddress(FAR, PORT));
                    LockSupport.parkNanos(20_000);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            receive(by);
        }
        return by;
    }

    private void receive(Map<Integer, Integer> by) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(64);
        for (int number = 0; number < 2; number++) {
            while (receivers.get(number).receive(buffer.clear()) instanceof InetSocketAddress sender) {
                by.merge(sender.getPort() - FIRST_SENDER, 1 << number, (one, other) -> one | other);
            }
        }
    }

    private static long at(Map<Integer, Integer> flows, int number) {
        return flows.values().stream().filter(places -> places == 1 << number).count();
    }

    /** Sends until all flows take the ways that are said, in three rounds in a row: the change is in force and nobody is asked for. */
    private Map<Integer, Integer> await(String what, int first, double bound) throws IOException {
        long begin = System.nanoTime();
        Map<Integer, Integer> last = send();
        int alike = 0;
        while (alike < 3) {
            Map<Integer, Integer> now = send();
            boolean right = Math.abs(at(now, 0) - first) <= bound && at(now, 0) + at(now, 1) == FLOWS;
            alike = right && now.equals(last) ? alike + 1 : 0;
            last = now;
            if (System.nanoTime() - begin > LIMIT_NS) {
                throw new AssertionError(what + ": the first neighbour has " + at(now, 0) + " flows and the second " + at(now, 1));
            }
        }
        return last;
    }

    private void flowsFollowTheRoute() throws IOException {
        spaces.ip(middle, "route add 192.0.2.0/24 nexthop via 10.72.1.2 weight 1 nexthop via 10.72.2.2 weight 3");
        await("weights of 1 and 3", FLOWS / 4, BOUND);
        spaces.ip(middle, "route replace 192.0.2.0/24 via 10.72.1.2");
        await("the first neighbour alone", FLOWS, 0);
        spaces.ip(middle, "nexthop add id 1 via 10.72.1.2 dev r1");
        spaces.ip(middle, "nexthop add id 2 via 10.72.2.2 dev r2");
        spaces.ip(middle, "nexthop add id 10 group 1,3/2,1");
        spaces.ip(middle, "route replace 192.0.2.0/24 nhid 10");
        await("a group with weights of 3 and 1", FLOWS * 3 / 4, BOUND);
        spaces.ip(middle, "nexthop replace id 10 group 2");
        await("a group of the second neighbour alone", 0, 0);
    }

    @Test
    void theKernelSpreadsFlowsByWeightAndKeepsEachOnItsWay() throws IOException {
        openKernel();
        flowsFollowTheRoute();
    }

    @Test
    void theCardsDoAsTheKernelDoesWithoutTheHost() throws IOException {
        openCards();
        flowsFollowTheRoute();
        // The kernel would not let a packet through any more, by a filter that the cards do not follow.
        spaces.run(middle, "nft", "add table ip guard; add chain ip guard forward { type filter hook forward priority 0; policy drop; }")
            .succeeded();
        assertEquals(FLOWS, at(send(), 1));
        spaces.ip(middle, "nexthop replace id 10 group 1/2");
        await("a group of both past the kernel's filter", FLOWS / 2, 6 * Math.sqrt(FLOWS / 4.0));
    }
}
