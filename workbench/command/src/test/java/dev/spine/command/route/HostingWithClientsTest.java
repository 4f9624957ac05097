package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import dev.spine.extension.services.hosting.HostingExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Virtual hosting by the card that is outside, with the real router, curl, and HTTP servers inside that know nothing of it. */
@Tag("full")
@Timeout(180)
class HostingWithClientsTest {
    private static final String SECOND = "10.78.0.3";
    private static final int LARGE = 12_000_000;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path directory = Path.of("");
    private ServiceRouter router;

    @BeforeEach
    void join() throws IOException {
        Program.need("curl", "bash", "iperf3");
        router = ServiceRouter.open(directory, "hosting", HostingExtension.class, Map.ofEntries(
            Map.entry("services", "shop,blog,plain,dead"),
            Map.entry("shop.at", "tcp:" + ServiceRouter.OUTER + ":80"), Map.entry("shop.hosts", "shop.example.org,*.shop.example.org"),
            Map.entry("shop.servers", ServiceRouter.INSIDE + ":8080"),
            Map.entry("blog.at", "tcp:" + ServiceRouter.OUTER + ":80"), Map.entry("blog.hosts", "blog.example.org"),
            // Nobody listens at the first and the last of them.
            Map.entry("blog.servers", SECOND + ":8081," + SECOND + ":8082," + SECOND + ":8083"),
            Map.entry("dead.at", "tcp:" + ServiceRouter.OUTER + ":80"), Map.entry("dead.hosts", "dead.example.org"),
            Map.entry("dead.servers", SECOND + ":9"),
            Map.entry("plain.at", "tcp:" + ServiceRouter.OUTER + ":5201"), Map.entry("plain.servers", SECOND + ":5201")));
        router.spaces().ip(router.inside(), "addr add " + SECOND + "/24 dev a0");
        for (String server : List.of(ServiceRouter.INSIDE, SECOND)) {
            router.spaces().run(router.inside(), "ping", "-n", "-c", "1", "-w", "10", "-I", server, ServiceRouter.INNER).succeeded();
        }
        router.spaces().run(router.outside(), "ping", "-n", "-c", "1", "-w", "10", ServiceRouter.OUTER).succeeded();
        // The kernel of the host finds the second address, and tells the cards.
        router.spaces().run(router.host(), "ping", "-n", "-c", "1", "-w", "10", SECOND).succeeded();
        serve(ServiceRouter.INSIDE, 8080, "shop");
        serve(SECOND, 8082, "blog");
    }

    @AfterEach
    void end() {
        if (router != null) {
            router.close();
        }
    }

    /** Serves a directory with a page that names it, and a large file. */
    private void serve(String address, int port, String name) throws IOException {
        Path pages = Files.createDirectory(directory.resolve(name));
        Files.writeString(pages.resolve("page.txt"), name);
        byte[] large = new byte[LARGE];
        new Random(port).nextBytes(large);
        Files.write(pages.resolve("large.bin"), large);
        String server = Path.of(System.getProperty("java.home"), "bin", "jwebserver").toString();
        router.spaces().start(router.inside(), server, "-b", address, "-p", Integer.toString(port), "-d", pages.toString());
        long begin = System.nanoTime();
        while (router.spaces().run(router.inside(), "curl", "-s", "http://" + address + ":" + port + "/page.txt").code() != 0) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, "the server does not start");
        }
    }

    private Program.Result curl(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "30"));
        for (String host : List.of("shop", "blog", "dead", "other", "a.b.shop")) {
            command.addAll(List.of("--resolve", host + ".example.org:80:" + ServiceRouter.OUTER));
        }
        command.addAll(List.of(arguments));
        return router.spaces().run(router.outside(), command.toArray(String[]::new));
    }

    private String losses() {
        return router.counters() + " inside " + router.drops(1) + " outside " + router.drops(2);
    }

    @Test
    void eachHostHasItsServerBehindOneAddress() throws IOException {
        long forwarded = router.forwarded(1);
        for (String path : List.of("shop", "blog", "shop")) {
            Program.Result result = curl("http://" + path + ".example.org/page.txt");
            assertEquals(path, result.output(), this::losses);
        }
        assertEquals("shop", curl("http://a.b.shop.example.org/page.txt").output());
        assertTrue(router.forwarded(1) > forwarded, "the cards forward, not the host");
        // Two requests over one connection go to one server.
        assertEquals("shopshop", curl("http://shop.example.org/page.txt", "http://shop.example.org/page.txt").output());
        // A long head, and one whose name is behind much else.
        assertEquals("shop", curl("-H", "X-Long: " + "x".repeat(3_000), "http://shop.example.org/page.txt").output(), this::losses);
        assertEquals("shop", curl("-H", "Host:", "-H", "X-Long: " + "x".repeat(2_500), "-H", "Host: shop.example.org",
            "http://shop.example.org/page.txt").output(), this::losses);
        // Who means nobody, or whose server is not there, is told at once.
        for (String refused : List.of("http://other.example.org/", "http://dead.example.org/", "http://" + ServiceRouter.OUTER + "/")) {
            Program.Result result = curl(refused);
            assertNotEquals(0, result.code(), refused);
            assertTrue(result.output().contains("reset by peer"), () -> result.output() + losses());
        }
        assertTrue(router.counter("refused: unknown host") >= 2, this::losses);
    }

    @Test
    void largeAnswersAndManyAtOnceComeAsTheyWereSent() throws IOException {
        Path got = directory.resolve("got.bin");
        curl("-o", got.toString(), "http://shop.example.org/large.bin").succeeded();
        assertEquals(-1, Files.mismatch(directory.resolve("shop").resolve("large.bin"), got), this::losses);
        String script = "for i in $(seq 24); do h=$([ $((i % 2)) = 0 ] && echo shop || echo blog); curl -sS --max-time 60 --resolve"
            + " $h.example.org:80:" + ServiceRouter.OUTER + " -o " + directory + "/got-$i http://$h.example.org/large.bin & done; wait";
        router.spaces().run(router.outside(), "bash", "-c", script).succeeded();
        for (int i = 1; i <= 24; i++) {
            assertEquals(-1, Files.mismatch(directory.resolve(i % 2 == 0 ? "shop" : "blog").resolve("large.bin"),
                directory.resolve("got-" + i)), this::losses);
        }
    }

    @Test
    void aRequestInPiecesAndAStreamByPortComeThrough() throws IOException {
        String pieces = "exec 3<>/dev/tcp/" + ServiceRouter.OUTER + "/80; for c in 'GET /page.txt HTT' $'P/1.1\\r\\nUser-Age'"
            + " $'nt: x\\r\\nHo' $'st: sh' $'op.example.org\\r\\nConnection: close\\r\\n' $'\\r\\n';"
            + " do printf '%s' \"$c\" >&3; done; cat <&3";
        Program.Result result = router.spaces().run(router.outside(), "timeout", "30", "bash", "-c", pieces);
        assertTrue(result.output().endsWith("shop"), () -> result.output() + losses());
        router.iperf(router.outside(), router.inside(), ServiceRouter.OUTER, "-n", "16M");
        router.iperf(router.outside(), router.inside(), ServiceRouter.OUTER, "-R", "-n", "16M");
        assertEquals(0, router.drops(2).getOrDefault("by egress stage", 0L), this::losses);
    }
}
