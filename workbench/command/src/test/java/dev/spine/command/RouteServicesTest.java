package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Network services beside the router, by file and by option, where it needs no rights. */
@Timeout(120)
class RouteServicesTest {
    /** The bundled colour bars, which are UDP, come in by one port and leave by another. */
    private static final String PORTS = """
        [[port]]
        name = "in"
        capture = "bars"
        replay = "fast"
        mac = "02:00:00:00:00:02"
        addresses = "10.0.0.1/24"
        [[port]]
        name = "out"
        addresses = "10.0.1.1/24"
        [[neighbour]]
        port = "out"
        address = "10.0.1.2"
        mac = "02:00:00:00:00:99"
        [[route]]
        prefix = "192.0.2.0/24"
        via = "10.0.1.2"
        port = "out"
        """;

    @TempDir
    private Path directory;

    private CommandRun table(String services) throws IOException {
        Path file = Files.writeString(directory.resolve("table.toml"), PORTS + services);
        return CommandRun.of("route", "--table", file, "--seconds", "1", "--json", "-");
    }

    /** A counter of a service on a port, or of a router when there is no service of that name. */
    private static long counter(CommandRun run, String name, String port, String counter) {
        assertEquals(0, run.code(), run::toString);
        Matcher found = Pattern.compile("\"name\" : \"" + name + "\",[^{}]*\"port\" : \"" + port + "\"(?:(?!\"name\" :).)*?\""
            + Pattern.quote(counter) + "\" : ([0-9]+)", Pattern.DOTALL).matcher(run.out());
        assertTrue(found.find(), () -> name + " " + port + " " + counter + ": " + run);
        return Long.parseLong(found.group(1));
    }

    private static long sent(CommandRun run) {
        return Pattern.compile("\"sent frames\" : ([0-9]+)").matcher(run.out()).results().mapToLong(each -> Long.parseLong(each.group(1)))
            .sum();
    }

    @Test
    void aFilterOfAFileDropsWhatItsExpressionHoldsForAndPassesTheRest() throws IOException {
        CommandRun run = table("""
            [[service]]
            kind = "filter"
            ports = "in"
            expression = "udp"
            """);
        assertTrue(counter(run, "filter", "in", "dropped") > 100);
        assertEquals(0, counter(run, "filter", "in", "passed"));
        assertEquals(0, sent(run));

        run = table("""
            [[service]]
            kind = "filter"
            expression = "udp"
            action = "pass"
            """);
        assertTrue(counter(run, "filter", "in", "passed") > 100);
        assertEquals(0, counter(run, "filter", "out", "passed"));
        assertTrue(sent(run) > 100);
    }

    @Test
    void rulesMayBeInAFileBesideIt() throws IOException {
        Files.writeString(directory.resolve("edge.rules"), "count udp # the colour bars\ndrop tcp\n");
        CommandRun run = table("""
            [[service]]
            kind = "filter"
            name = "edge"
            ports = "in"
            file = "edge.rules"
            """);
        assertTrue(counter(run, "edge", "in", "1 count udp") > 100);
    }

    @Test
    void packetsComeToServicesInTheOrderOfTheFile() throws IOException {
        String accounting = """
            [[service]]
            kind = "accounting"
            ports = "in"
            parameters = {prefixes = "192.0.2.0/24"}
            """;
        String filter = """
            [[service]]
            kind = "filter"
            ports = "in"
            rules = "drop udp"
            """;
        assertTrue(counter(table(accounting + filter), "accounting", "in", "packets") > 100);
        assertEquals(0, counter(table(filter + accounting), "accounting", "in", "packets"));
    }

    @Test
    void whatAccountingHasGatheredIsToldAtTheEnd() throws IOException {
        CommandRun run = table("""
            [[service]]
            kind = "accounting"
            ports = "in"
            parameters = {prefixes = "192.0.2.0/24, 2001:db8::/32"}
            """);
        long packets = counter(run, "accounting", "in", "packets");
        assertTrue(packets > 100, run::out);
        assertTrue(run.out().contains("\"prefix\" : \"192.0.2.0/24\""), run::out);
        Matcher flow = Pattern.compile("\"flows\" : \\[ [{]\\s*\"protocol\" : 17,.*?\"packets\" : ([0-9]+)", Pattern.DOTALL)
            .matcher(run.out());
        assertTrue(flow.find(), run::out);
        long missing = packets - Long.parseLong(flow.group(1));
        // Those that have come while the records were fetched.
        assertTrue(Math.abs(missing) < packets / 2, run::out);
    }

    @Test
    void eachKindIsAService() throws IOException {
        CommandRun run = table("""
            [[service]]
            kind = "flood"
            parameters = {"udp.source" = 1000000}
            [[service]]
            kind = "policing"
            ports = "in"
            parameters = {classes = "all", "all.rate" = 1000000000, "all.burst" = 1000000}
            [[service]]
            kind = "nat"
            ports = "out"
            parameters = {outside = "10.0.1.1"}
            [[service]]
            kind = "hosting"
            ports = "out"
            parameters = {services = "web", "web.at" = "tcp:10.0.1.1:80", "web.servers" = "192.0.2.9:80"}
            [[service]]
            kind = "shaping"
            ports = "out"
            parameters = {classes = "all", "all.rate" = 1000000000}
            """);
        assertTrue(counter(run, "flood", "in", "udp admitted") > 100);
        assertTrue(counter(run, "policing", "in", "all packets passed") > 100);
        assertTrue(counter(run, "nat", "out", "packets masked") > 100);
        assertEquals(0, counter(run, "hosting", "out", "connections opened"));
        assertTrue(counter(run, "shaping", "out", "all bytes sent") > 100);
        assertTrue(run.err().contains("services in this order: flood, policing, nat, hosting, shaping"), run.err());
    }

    @Test
    void optionsAreServicesInTheOrderInWhichTheyAreGiven() {
        CommandRun run = CommandRun.of("route", "--seconds", "1", "--json", "-", "--account", "in:192.0.2.0/24", "--filter", "in:drop udp",
            "--filter", "count tcp", "--police", "in,out:2M", "--flood", "--shape", "out:rate=5000000 classes=a a.rate=1000", "--nat",
            "out:10.0.1.1 inside=10.0.0.0/8");
        assertTrue(run.err().contains("services in this order: accounting, filter, filter filter-2, policing, flood, shaping, nat"),
            run.err());
        assertTrue(counter(run, "accounting", "in", "packets") > 0);
        assertTrue(counter(run, "filter", "in", "dropped") > 0);
        assertEquals(0, counter(run, "filter-2", "in", "passed"));
        assertEquals(0, sent(run));
    }

    @Test
    void aPrefixOfIpv6NeedsNoPortInFrontOfIt() {
        CommandRun run = CommandRun.of("route", "--seconds", "1", "--json", "-", "--account", "2001:db8::/32,192.0.2.0/24");
        assertTrue(counter(run, "accounting", "in", "packets") > 0);
        assertTrue(run.out().contains("\"prefix\" : \"2001:db8::/32\""), run.out());
    }

    @Test
    void whatTheCardRefusesIsToldInOneLineWithItsPlace() throws IOException {
        CommandRun run = table("""
            [[service]]
            kind = "nat"
            ports = "out"
            parameters = {outside = "2001:db8::1"}
            """);
        assertEquals(2, run.code(), run::toString);
        assertEquals(CommandRun.PREFIX + directory.resolve("table.toml")
            + ":19:1: service 'nat' on out is refused: outside=2001:db8::1 is no address of IPv4,"
            + " and masquerading knows no other", run.err().strip());
    }

    @Test
    void mistakesInOptionsAreToldInOneLine() throws IOException {
        assertOption("--filter 'in:drop udp prt 3': is no filter: column 10: line 1: expected 'and' or 'or', found 'prt'", "--filter",
            "in:drop udp prt 3");
        assertOption("--filter 'wx:udp': \"wx\" is no port; there are in, out: name one in front of the colon, or none for all", "--filter",
            "wx:udp");
        assertOption("--nat '192.0.2.1': name the one port that is outside, as --nat in:192.0.2.1", "--nat", "192.0.2.1");
        assertOption("--police '1X': \"1X\" is no rate: write bits a second, as 2M or 250k, or parameters as NAME=VALUE", "--police", "1X");
        assertOption("--police '100000000000G': \"100000000000G\" is no rate: it is more than any wire carries", "--police",
            "100000000000G");
        assertOption("--police '1M 2M': says the same twice, at 2M: keep one", "--police", "1M 2M");
        assertOption("--police '': a service of kind policing needs the parameter classes: see docs/services.md", "--police", "");
        assertOption("--flood 'many': \"many\" is no parameter: write NAME=VALUE", "--flood", "many");
        assertOption("--account 'order=3': the parameter order follows from the order of the services: leave it out", "--account",
            "order=3");
        assertOption("--shape '2M': 'out' has a service of kind shaping already, 'shaping': a card has one of these", "--shape", "out:1M",
            "--shape", "2M");
        assertOption("--nat 'a:192.0.2.1': service 'nat' needs whole packets, and Linux leaves work undone with those of a: give every TAP"
            + " interface of the router offload none", "--tap", "a", "--tap", "b", "--offload", "segments", "--nat", "a:192.0.2.1");
        Path file = Files.writeString(directory.resolve("table.toml"), PORTS);
        assertTrue(CommandRun.of("route", "--table", file, "--flood").refusal()
            .contains("a file says which services there are, in their order: describe each in a [[service]], and leave out --flood"));
    }

    private static void assertOption(String expected, String... options) {
        Object[] command = new Object[options.length + 3];
        System.arraycopy(new Object[] {"route", "--seconds", "1"}, 0, command, 0, 3);
        System.arraycopy(options, 0, command, 3, options.length);
        assertEquals(expected, CommandRun.of(command).refusal());
    }

    @Test
    void aRunWithoutARouterSaysThatItHasNoPlaceForServices() throws IOException {
        Path file = Files.writeString(directory.resolve("system.toml"), """
            [[wire]]
            kind = "link"
            name = "wire"
            [[iop]]
            name = "nic"
            [[iop.device]]
            kind = "lan"
            wire = "wire"
            [[iop.device]]
            kind = "runtime"
            [[service]]
            kind = "flood"
            """);
        assertTrue(CommandRun.of("run", file).refusal().contains("service 'flood' is beside a router, and spine run has none"));
        assertEquals(0, CommandRun.of("boot", file).code());
    }
}
