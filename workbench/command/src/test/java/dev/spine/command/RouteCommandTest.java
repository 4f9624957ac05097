package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine route} where it needs no rights: the demonstration, files, and what people get wrong. */
class RouteCommandTest {
    @TempDir
    private Path directory;

    @Test
    @Tag("SS-45")
    void theDemonstrationForwardsFromCardToCard() {
        CommandRun run = CommandRun.of("route", "--seconds", "2", "--json", "-");
        assertEquals(0, run.code(), run::toString);
        assertTrue(run.out().contains("\"forwarded packets\" : "), run.out());
        assertTrue(run.out().lines().filter(line -> line.contains("\"sent frames\"")).anyMatch(line -> !line.contains(" : 0")), run.out());
    }

    @Test
    void mistakesAreToldInOneLine() {
        assertTrue(CommandRun.of("route", "--tap", "a").refusal().contains("a router has 2 to 63 ports"));
        assertTrue(CommandRun.of("route", "--tap", "a", "--tap", "a").refusal().contains("name the same interface"));
        assertTrue(CommandRun.of("route", "--tap", "a@", "--tap", "b").refusal().contains("names no network namespace"));
        assertTrue(CommandRun.of("route", "--tap", "an-interface-name-too-long", "--tap", "b").refusal().contains("an-interface-name"));
        assertTrue(CommandRun.of("route", "--tap", "a", "--tap", "b", "--offload", "some").refusal().contains("--offload"));
        assertTrue(CommandRun.of("route", "--netns", "x").refusal().contains("--netns is for cards with --tap"));
        assertTrue(CommandRun.of("route", "--tap", "a@no-such-space", "--tap", "b").refusal().contains("no-such-space"));
        assertTrue(CommandRun.of("route", "--tap", "a", "--later", "a").refusal().contains("--later a: another port is called so"));
        assertTrue(CommandRun.of("route", "--later", "b", "--later", "b").refusal().contains("--later b: another port is called so"));
        assertTrue(CommandRun.of("route", "--tap", "a@x", "--tap", "a@y", "--later", "a@x").refusal().contains("has an @ or a comma"));
        assertTrue(CommandRun.of("route", "--tap", "a", "--later", "bus").refusal().contains("a part of every system is called so"));
        assertTrue(CommandRun.of("route", "--table", directory.resolve("none.toml")).refusal().contains("there is no such file"));
        assertTrue(CommandRun.of("route", "--table-size", "1").refusal().contains("--table-size is 32 to"));
        assertTrue(CommandRun.of("route", "--icmp-rate", "0").refusal().contains("--icmp-rate is 1 to 1000000 in a second, not 0"));
        assertTrue(CommandRun.of("route", "--metrics", "70000").refusal().contains("--metrics is a port"));
    }

    @Test
    void aFilterThatCanNeverMatchIsNamedAtTheStart() {
        CommandRun run = CommandRun.of("route", "--seconds", "1", "--filter", "in:drop tcp and udp");
        assertEquals(0, run.code(), run::toString);
        assertTrue(run.out().contains("service filter: rule 1, 'drop tcp and udp', can never match"), run.out());
    }

    @Test
    void aTableThatIsTooSmallIsToldWithItsOption() throws IOException {
        Path file = Files.writeString(directory.resolve("many.toml"), "[[port]]\nname = \"a\"\n[[port]]\nname = \"b\"\n"
            + IntStream.range(0, 4_000).mapToObj(route -> "[[route]]\nprefix = \"10." + (route >> 8) + "." + (route & 0xFF)
                + ".64/26\"\nport = \"" + (route % 2 == 0 ? "a" : "b") + "\"\n").collect(Collectors.joining()));
        assertTrue(CommandRun.of("route", "--table", file, "--table-size", "32", "--seconds", "1").refusal()
            .contains("--table-size 32 is not enough for the routes: name more KiB"));
        CommandRun run = CommandRun.of("route", "--table", file, "--seconds", "1");
        assertEquals(0, run.code(), run::toString);
    }

    @Test
    void portsAreCalledAsTheirInterfaces() {
        String two = "\"c\" is no port; there are ";
        assertTrue(CommandRun.of("route", "--tap", "a@left", "--xdp", "b@right", "--filter", "c:tcp").refusal().contains(two + "a, b:"));
        assertTrue(CommandRun.of("route", "--tap", "a@left", "--tap", "a@right", "--filter", "c:tcp").refusal()
            .contains(two + "a@left, a@right:"), "two interfaces of one name");
        assertTrue(CommandRun.of("route", "--tap", "host@left", "--tap", "a", "--filter", "c:tcp").refusal()
            .contains(two + "host@left, a:"), "a name that a part of each system has");
    }

    @Test
    void aWrongFileIsToldWithLineAndColumn() throws IOException {
        assertTrue(table("").refusal().contains("a router needs ports"));
        assertTrue(table(IntStream.range(0, 64).mapToObj(port -> "[[port]]\nname = \"p" + port + "\"\n").collect(Collectors.joining()))
            .refusal().contains("at most 63 ports"));
        assertTrue(table("[[port]]\nname = \"a\"\n[[route]]\nprefix = \"10.0.0.0/33\"\nport = \"a\"\n").refusal().contains("4:"));
        assertTrue(table("[[port]]\nname = \"a\"\n[[route]]\nprefix = \"10.0.0.0/8\"\nport = \"b\"\n").refusal()
            .contains("\"b\" is no port"));
        assertTrue(table("[[port]]\nname = \"a\"\ncolour = \"red\"\n").refusal().contains("colour"));
        assertTrue(table("[[port]]\nname = \"a\"\naddresses = \"10.0.0.1/24, x\"\n").refusal().contains("addresses"));
    }

    private CommandRun table(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("table.toml"), text);
        return CommandRun.of("route", "--table", file, "--seconds", "1");
    }

    private static String card(int number, String runtime, String export) {
        return """
            [[wire]]
            kind = "link"
            name = "wire%1$d"
            [[iop]]
            name = "card%1$d"
            [[iop.device]]
            kind = "lan"
            wire = "wire%1$d"
            address = "02:53:50:00:00:0%1$d"
            %2$s
            [[export]]
            kind = "host-tap"
            iop = "card%1$d"
            %3$s
            """.formatted(number, runtime, export);
    }

    private String refusalOf(String... cards) throws IOException {
        Path file = Files.writeString(directory.resolve("system.toml"), String.join("", cards));
        return CommandRun.of("route", file, "--seconds", "1").refusal().replace(file.toString(), "");
    }

    @Test
    void aSystemFileThatIsNoRouterIsToldWithLineAndColumn() throws IOException {
        String runtime = "[[iop.device]]\nkind = \"runtime\"\nmemory = \"8M\"";
        String a = card(1, runtime, "");
        assertEquals(":15:1: a router has 2 to 63 ports, and this file exports 1 cards: give each port an [[export]] of kind \"host-tap\"",
            refusalOf(a));
        assertTrue(refusalOf(a, card(2, "", "")).contains(": card 'card2' has no runtime for the router"));
        assertTrue(refusalOf(a, card(2, runtime.replace("8M", "1M"), "")).contains("a router with its table needs"));
        assertTrue(refusalOf(a, card(2, runtime, "netns = \"x\"")).contains("is in another network namespace than 'card1'"));
        assertTrue(refusalOf(a, card(2, runtime, "").replace("00:02", "00:01")).contains("have the same hardware address"));
        assertTrue(refusalOf(a, card(2, runtime + "\n[[iop.device.extension]]\nname = \"v\"\nimage = \"flood\"\nplace = \"host\"", ""))
            .contains("extension 'v' is placed on the host, where a router has the network stack of Linux: place it on the card"));
        assertTrue(refusalOf(a, card(2, runtime, ""), card(3, runtime, "").replaceAll("(?s)\\[\\[export]].*", ""),
            "[[service]]\nkind = \"flood\"\nports = \"card3\"\n")
            .contains("service 'flood' is on 'card3', which is no port of the router:"));
        assertTrue(refusalOf("[[iop]]\nname = \"a\"\n").contains("this file exports 0 cards"));
        assertTrue(CommandRun.of("route", directory.resolve("system.toml"), "--netns", "x").refusal().contains("leave out --tap"));
    }
}
