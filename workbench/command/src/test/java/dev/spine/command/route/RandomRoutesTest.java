package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.netlink.KernelWatch;
import dev.spine.iop.packet.wire.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is done to the kernel's routes, what the cards are told comes to be what the kernel has. {@code -Dspine.commands=10000} gives
 * more commands, {@code -Dspine.seed=SEED} the same ones.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RandomRoutesTest {
    private static final Map<String, Integer> PORTS = Map.of("p0", 1, "p1", 2, "p2", 3);
    private static final int COMMANDS = Integer.getInteger("spine.commands", 200);
    private static final int AT_ONCE = 6;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final String SHOW = "ip -json -4 route show table 254; echo; ip -json -6 route show table 254; echo; ip -json nexthop"
        + " show";

    @TempDir
    private Path directory;
    private Namespaces spaces;
    private String space;
    private final NotifiedTables notified = new NotifiedTables();
    private final List<String> done = new ArrayList<>();
    private KernelFollower follower;

    @BeforeEach
    void followsAKernelOfThreeCards() throws IOException {
        spaces = new Namespaces(directory);
        space = spaces.make("routes");
        spaces.batch(space, RandomRouteCommands.set().stream());
        follower = new KernelFollower(NetworkNamespace.of(space), new LinkedHashMap<>(PORTS), List.of(KernelWatch.MAIN_TABLE), notified,
            new Overflow(1, text -> { }), text -> { });
        follower.start().orTimeout(LIMIT_NS, TimeUnit.NANOSECONDS).join();
    }

    @AfterEach
    void ends() {
        if (follower != null) {
            follower.close();
        }
        if (spaces != null) {
            spaces.close();
        }
    }

    private String script(String script) throws IOException {
        Program.Result result = spaces.run(space, "sh", "-c", script);
        return result.output();
    }

    /** Does what the kernel does not refuse. */
    private void ip(List<String> commands) throws IOException {
        done.addAll(commands);
        Path file = directory.resolve("commands");
        Files.write(file, commands);
        script("ip -force -batch " + file + " >/dev/null 2>&1");
    }

    private Map<String, String> kernel() throws IOException {
        String[] shown = script(SHOW).split("\n");
        List<String> tables = List.of(shown).stream().filter(line -> !line.isBlank()).toList();
        return RoutesOfKernel.read(PORTS, tables.get(0), tables.get(1), tables.get(2));
    }

    /** The kernel changes some of it later, when it looks at links. */
    private void awaitSame(String where) throws IOException {
        long begin = System.nanoTime();
        List<String> different;
        do {
            assertNull(follower.failure(), where);
            different = RoutesOfKernel.differences(kernel(), notified.routes());
            if (different.isEmpty()) {
                return;
            }
        } while (System.nanoTime() - begin < LIMIT_NS);
        String prefix = different.getFirst().substring(0, different.getFirst().indexOf(": "));
        List<String> ofIt = done.stream().filter(command -> command.contains(prefix)).toList();
        throw new AssertionError(where + ":\n" + String.join("\n", different) + "\nknown\n" + known(prefix)
            + "\nkernel\n" + script("ip -d route show table 254; ip -d -6"
            + " route show table 254; ip nexthop show") + "\nafter\n" + last(done) + "\nand of that prefix\n" + last(ofIt));
    }

    private Object known(String prefix) {
        Address address = Address.parse(prefix.replaceFirst("/.*", ""));
        return follower.ask(table -> table.explain(address)).orTimeout(LIMIT_NS, TimeUnit.NANOSECONDS).join();
    }

    private static String last(List<String> commands) {
        return String.join("\n", commands.subList(Math.max(0, commands.size() - 60), commands.size()));
    }

    private void awaitSame() throws IOException {
        awaitSame("the cards have what the kernel has");
    }

    @Test
    void anyCommandsLeadToTheKernelsRoutes() throws IOException {
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        String where = "run again with -Dspine.seed=" + seed + " -Dspine.commands=" + COMMANDS;
        System.out.println("commands of ip: " + where);
        Random random = new Random(seed);
        RandomRouteCommands commands = new RandomRouteCommands(random);
        awaitSame(where);
        int count = 0;
        while (count < COMMANDS) {
            List<String> some = new ArrayList<>();
            for (int more = random.nextInt(AT_ONCE); more >= 0; more--) {
                some.addAll(commands.next());
            }
            if (random.nextInt(40) == 0) {
                String setting = random.nextBoolean() ? "nexthop_compat_mode" : "conf/all/ignore_routes_with_linkdown";
                String change = "echo " + random.nextInt(2) + " >/proc/sys/net/ipv4/" + setting;
                done.add(change);
                script(change);
            }
            ip(some);
            count += some.size();
            awaitSame(where + ", command " + count);
        }
    }

    // --- what the kernel does without a word about its routes

    @Test
    void routesGoWithTheirNextHop() throws IOException {
        ip(List.of("nexthop add id 1 via 10.0.0.2 dev p0", "nexthop add id 7 via 2001:db8:0::2 dev p0", "route add 192.0.2.0/24 nhid 1",
            "route add 2001:db8:90::/48 nhid 7"));
        awaitSame();
        ip(List.of("nexthop del id 1", "nexthop del id 7"));
        awaitSame();
        ip(List.of("nexthop add id 1 via 10.0.1.2 dev p1", "route add 192.0.2.0/24 nhid 1"));
        awaitSame();
        ip(List.of("nexthop flush"));
        awaitSame();
    }

    @Test
    void routesGoWithTheLastMemberOfTheirGroup() throws IOException {
        ip(List.of("nexthop add id 1 via 10.0.0.2 dev p0", "nexthop add id 2 via 10.0.1.2 dev p1", "nexthop add id 11 group 1,3/2",
            "nexthop add id 12 group 1/2 type resilient buckets 8", "route add 192.0.2.0/24 nhid 11", "route add 198.51.100.0/24 nhid 12"));
        awaitSame();
        ip(List.of("nexthop del id 1"));
        awaitSame();
        ip(List.of("nexthop del id 2"));
        awaitSame();
    }

    @Test
    void aMemberThatIsLostWithItsLinkDoesNotComeBackWithIt() throws IOException {
        ip(List.of("nexthop add id 1 via 10.0.0.2 dev p0", "nexthop add id 2 via 10.0.1.2 dev p1", "nexthop add id 11 group 1/2",
            "route add 192.0.2.0/24 nhid 11"));
        awaitSame();
        ip(List.of("link set p1 down"));
        awaitSame();
        ip(List.of("link set p1 up"));
        awaitSame();
    }

    @Test
    void aMemberIsLostWithTheCarrierToo() throws IOException {
        ip(List.of("nexthop add id 1 via 10.0.0.2 dev p0", "nexthop add id 2 via 10.0.1.2 dev p1", "nexthop add id 11 group 1/2",
            "route add 192.0.2.0/24 nhid 11"));
        awaitSame();
        ip(List.of("link set q1 down"));
        awaitSame();
    }

    @Test
    void aWayWithoutAddressIsOutOfUseUntilThereIsOne() throws IOException {
        ip(List.of("route add 192.0.2.0/24 nexthop via 10.0.0.2 nexthop via 10.0.1.2"));
        awaitSame();
        ip(List.of("addr del 10.0.1.1/24 dev p1"));
        awaitSame();
        ip(List.of("addr add 10.0.1.1/24 dev p1"));
        awaitSame();
    }

    @Test
    void aWayWithoutCarrierIsOutOfUseWhereTheKernelIsToldSo() throws IOException {
        ip(List.of("route add 192.0.2.0/24 via 10.0.1.2", "link set q1 down"));
        awaitSame();
        script("echo 1 >/proc/sys/net/ipv4/conf/all/ignore_routes_with_linkdown");
        awaitSame();
        script("echo 0 >/proc/sys/net/ipv4/conf/all/ignore_routes_with_linkdown");
        awaitSame();
    }

    @Test
    void routesOfOnePriorityAreInTheKernelsOrder() throws IOException {
        ip(List.of("route add 192.0.2.0/24 via 10.0.0.2"));
        awaitSame();
        ip(List.of("route append 192.0.2.0/24 via 10.0.1.2"));
        awaitSame();
        ip(List.of("route prepend 192.0.2.0/24 via 10.0.2.2"));
        awaitSame();
        ip(List.of("route replace 192.0.2.0/24 via 10.0.2.3"));
        awaitSame();
        ip(List.of("route del 192.0.2.0/24 via 10.0.2.3"));
        awaitSame();
    }

    @Test
    void waysThatJoinOneByOneHaveTheMtuThatTheKernelShows() throws IOException {
        List<String> ways = List.of("via 2001:db8:2::2 dev p2", "via 2001:db8:2::4 dev p2");
        for (int first = 0; first < 2; first++) {
            ip(List.of("route add 2001:db8:92::/48 " + ways.get(first) + " mtu lock 1400"));
            awaitSame();
            ip(List.of("route prepend 2001:db8:92::/48 " + ways.get(1 - first)));
            awaitSame();
            ip(List.of("route del 2001:db8:92::/48 " + ways.get(first)));
            awaitSame();
            ip(List.of("route append 2001:db8:92::/48 " + ways.get(first) + " mtu lock 1300"));
            awaitSame();
            ip(List.of("route del 2001:db8:92::/48 " + ways.get(1 - first)));
            awaitSame();
            ip(List.of("route del 2001:db8:92::/48"));
            awaitSame();
        }
    }

    /** The kernel's table shows nothing that lies between two ways of a route. */
    @Test
    void aRouteBetweenTwoWaysOfAnotherIsThereWhenThatIsGone() throws IOException {
        ip(List.of("route add 2001:db8:92::/48 via 2001:db8:1::2 dev p1", "route prepend 2001:db8:92::/48 dev p2",
            "route append 2001:db8:92::/48 via 2001:db8:1::3 dev p1"));
        awaitSame();
        follower.reload();
        ip(List.of("route add 2001:db8:93::/48 dev p2"));
        awaitSame();
        ip(List.of("route del 2001:db8:92::/48"));
        awaitSame();
        ip(List.of("route add 2001:db8:91::7 dev p2"));
        awaitSame();
    }

    @Test
    void routesThatDifferByTheirSourceAloneAreTwo() throws IOException {
        ip(List.of("addr add 10.0.0.9/24 dev p0", "route add 192.0.2.0/24 via 10.0.0.2",
            "route append 192.0.2.0/24 via 10.0.0.2 src 10.0.0.9"));
        awaitSame();
        ip(List.of("route del 192.0.2.0/24 via 10.0.0.2"));
        awaitSame();
        ip(List.of("addr del 10.0.0.9/24 dev p0"));
        awaitSame();
    }
}
