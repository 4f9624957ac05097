package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cards of a system file that Linux sees as interfaces: of {@code spine run}, and as ports of {@code spine route}. */
@Tag("full")
@Timeout(180)
class ExportedCardsTest {
    @TempDir
    private Path directory;

    private Path file(String left, String middle, String right) throws IOException {
        StringBuilder text = new StringBuilder("name = \"router\"\n");
        String[] spaces = {left, right};
        for (int i = 0; i < spaces.length; i++) {
            text.append("""

                [[wire]]
                kind = "tap"
                name = "wire%1$d"
                interface = "w%1$d"
                netns = "%2$s"

                [[iop]]
                name = "card%1$d"

                [[iop.device]]
                kind = "lan"
                wire = "wire%1$d"
                address = "02:53:50:00:00:0%1$d"

                [[iop.device]]
                kind = "runtime"
                memory = "8M"

                [[export]]
                kind = "host-tap"
                iop = "card%1$d"
                interface = "r%1$d"
                netns = "%3$s"
                """.formatted(i, spaces[i], middle));
        }
        return Files.writeString(directory.resolve("system.toml"), text);
    }

    private static void address(Namespaces spaces, String space, String link, String address) throws IOException {
        spaces.ip(space, "addr add " + address + " dev " + link);
        spaces.ip(space, "link set " + link + " up");
    }

    private static void awaitAnswer(Namespaces spaces, String from, String to) throws IOException {
        long begin = System.nanoTime();
        Program.Result result;
        do {
            result = spaces.run(from, "ping", "-n", "-c", "1", "-W", "1", to);
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(60), result.output());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        } while (result.code() != 0);
    }

    @Test
    void aRunningSystemShowsItsCardsToLinuxAndTakesThemAwayAtItsEnd() throws IOException, InterruptedException {
        Program.need("ping");
        try (Namespaces spaces = new Namespaces(directory)) {
            String left = spaces.make("left");
            String middle = spaces.make("middle");
            String right = spaces.make("right");
            try (SpineProcess spine = new SpineProcess("run", file(left, middle, right), "--socket", directory.resolve("s.sock"))) {
                assertTrue(spine.awaitLine("card card0 is the interface").contains("r0@" + middle));
                spine.awaitLine("running");
                address(spaces, left, "w0", "10.81.0.2/24");
                address(spaces, middle, "r0", "10.81.0.1/24");
                awaitAnswer(spaces, left, "10.81.0.1");
                awaitAnswer(spaces, middle, "10.81.0.2");
                assertEquals(130, spine.interrupt(), () -> spine.lines().toString());
                assertFalse(spaces.ip(middle, "link").contains("r0"));
            }
        }
    }

    @Test
    void theCardsOfASystemFileAreARouter() throws IOException, InterruptedException {
        Program.need("ping");
        try (Namespaces spaces = new Namespaces(directory)) {
            String left = spaces.make("left");
            String middle = spaces.make("middle");
            String right = spaces.make("right");
            try (SpineProcess spine = new SpineProcess("route", file(left, middle, right), "--seconds", "150", "--json",
                directory.resolve("end.json"))) {
                spine.awaitLine("routing");
                address(spaces, left, "w0", "10.81.0.2/24");
                address(spaces, middle, "r0", "10.81.0.1/24");
                address(spaces, middle, "r1", "10.81.1.1/24");
                address(spaces, right, "w1", "10.81.1.2/24");
                spaces.ip(left, "route add default via 10.81.0.1");
                spaces.ip(right, "route add default via 10.81.1.1");
                awaitAnswer(spaces, left, "10.81.1.2");
                assertEquals(130, spine.interrupt(), () -> spine.lines().toString());
                assertTrue(Files.readString(directory.resolve("end.json")).contains("\"card1\""));
                assertFalse(spaces.ip(middle, "link").contains("r1"));
            }
        }
    }
}
