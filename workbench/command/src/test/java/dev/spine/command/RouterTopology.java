package dev.spine.command;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Three network namespaces in a row: left, router, right. The router in the middle is Spine's cards, or the kernel. */
final class RouterTopology implements AutoCloseable {
    private static final List<String> LOSSES = List.of("egress card busy", "no egress card", "batch came back", "no memory for a batch",
        "wire full", "malformed message", "longer than a batch", "header checksum", "bad header", "too short");

    private final Namespaces spaces;
    private @Nullable SpineProcess spine;
    private @Nullable String metrics;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String left;
    private final String middle;
    private final String right;

    private RouterTopology(Namespaces spaces) throws IOException {
        this.spaces = spaces;
        left = spaces.make("left");
        middle = spaces.make("router");
        right = spaces.make("right");
        for (String space : List.of(left, middle, right)) {
            // What the kernel does not tell, or tells a second later, is no part of the comparison.
            set(space, "net.ipv4.icmp_ratelimit=0", "net.ipv6.icmp.ratelimit=0");
        }
    }

    private void set(String space, String... settings) throws IOException {
        for (String setting : settings) {
            spaces.run(space, "sysctl", "-q", "-w", setting).succeeded();
        }
    }

    private void openXdpCards() throws IOException {
        pair(left, "w0", "x0");
        pair(right, "w1", "x1");
        openCards("--xdp", "x0@" + middle, "--xdp", "x1@" + middle);
    }

    private void pair(String space, String far, String near) throws IOException {
        spaces.ip(middle, "link add name " + near + " numtxqueues 1 numrxqueues 1 type veth peer name " + far
            + " numtxqueues 1 numrxqueues 1 netns " + space);
        // Whoever sends to a card computes its checksums; the near end is the card's, and the kernel has no address there.
        spaces.run(space, "ethtool", "-K", far, "tx", "off").succeeded();
        set(middle, "net.ipv6.conf." + near + ".disable_ipv6=1");
        spaces.ip(middle, "link set " + near + " up");
        spaces.ip(space, "link set " + far + " up");
    }

    private void openCards(String... ports) throws IOException {
        List<String> options = new ArrayList<>(List.of(ports));
        options.addAll(List.of("--netns", middle, "--interface", "r"));
        openRouter(options);
    }

    private void openRouter(List<String> options) throws IOException {
        List<Object> command = new ArrayList<>(List.of("route"));
        command.addAll(options);
        // It ends by itself if the process of the test is killed.
        command.addAll(List.of("--metrics", "0", "--seconds", "300"));
        SpineProcess process = new SpineProcess(command.toArray());
        spine = process;
        metrics = process.awaitLine("metrics at ").substring("metrics at ".length()).strip();
        process.awaitLine("routing");
    }

    private void openKernel() throws IOException {
        spaces.ip(left, "link add w0 type veth peer name r0 netns " + middle);
        spaces.ip(right, "link add w1 type veth peer name r1 netns " + middle);
        set(middle, "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1");
    }

    private void addresses() throws IOException {
        address(left, "w0", "10.71.0.2/24", "2001:db8:71::2/64");
        address(middle, "r0", "10.71.0.1/24", "2001:db8:71::1/64");
        address(middle, "r1", "10.71.1.1/24", "2001:db8:71:1::1/64");
        address(right, "w1", "10.71.1.2/24", "2001:db8:71:1::2/64");
        spaces.ip(left, "route add default via 10.71.0.1");
        spaces.ip(left, "route add default via 2001:db8:71::1");
        spaces.ip(right, "route add default via 10.71.1.1");
        spaces.ip(right, "route add default via 2001:db8:71:1::1");
    }

    private interface Step {
        void run() throws IOException;
    }

    private RouterTopology opened(Step open) throws IOException {
        try {
            open.run();
            addresses();
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
        return this;
    }

    private static RouterTopology empty(Path directory) throws IOException {
        Program.need("sysctl");
        Namespaces spaces = new Namespaces(directory);
        try {
            return new RouterTopology(spaces);
        } catch (IOException | RuntimeException | Error e) {
            spaces.close();
            throw e;
        }
    }

    /** With Spine's cards in the middle, and options more. Skips the test where that cannot be. */
    static RouterTopology ofCards(Path directory, String... options) throws IOException {
        RouterTopology topology = empty(directory);
        List<String> all = new ArrayList<>(List.of("--tap", "w0@" + topology.left, "--tap", "w1@" + topology.right));
        all.addAll(List.of(options));
        return topology.opened(() -> topology.openCards(all.toArray(String[]::new)));
    }

    /**
     * With the cards of a system file in the middle, left and right, with extensions on the left one, and services. Skips the test where
     * that cannot be.
     */
    static RouterTopology ofFile(Path file, String extensions, String services) throws IOException {
        RouterTopology topology = empty(Objects.requireNonNull(file.getParent()));
        return topology.opened(() -> {
            topology.describe(file, extensions, services);
            topology.openRouter(List.of(file.toString()));
        });
    }

    /** Writes the system file of {@link #ofFile} again. */
    void describe(Path file, String extensions, String services) throws IOException {
        Files.writeString(file, card(0, "left", left, extensions) + card(1, "right", right, "") + services);
    }

    private String card(int number, String name, String space, String extensions) {
        return """
            [[wire]]
            kind = "tap"
            name = "wire%1$d"
            interface = "w%1$d"
            netns = "%3$s"

            [[iop]]
            name = "%2$s"

            [[iop.device]]
            kind = "lan"
            wire = "wire%1$d"
            address = "02:53:50:00:71:0%1$d"

            [[iop.device]]
            kind = "runtime"
            memory = "12M"

            %5$s

            [[export]]
            kind = "host-tap"
            iop = "%2$s"
            interface = "r%1$d"
            netns = "%4$s"

            """.formatted(number, name, space, middle, extensions);
    }

    /** With Spine's cards in the middle, which are at ends of virtual pairs. Skips the test where that cannot be. */
    static RouterTopology ofXdpCards(Path directory) throws IOException {
        Program.need("ethtool");
        RouterTopology topology = empty(directory);
        return topology.opened(topology::openXdpCards);
    }

    /** With the kernel in the middle. Skips the test where that cannot be. */
    static RouterTopology ofKernel(Path directory) throws IOException {
        RouterTopology topology = empty(directory);
        return topology.opened(topology::openKernel);
    }

    private void address(String space, String link, String v4, String v6) throws IOException {
        spaces.ip(space, "addr add " + v4 + " dev " + link);
        spaces.ip(space, "addr add " + v6 + " dev " + link + " nodad");
        spaces.ip(space, "link set " + link + " up");
    }

    Namespaces spaces() {
        return spaces;
    }

    String left() {
        return left;
    }

    String middle() {
        return middle;
    }

    String right() {
        return right;
    }

    boolean isKernel() {
        return spine == null;
    }

    SpineProcess spine() {
        if (spine == null) {
            throw new IllegalStateException("the kernel routes here");
        }
        return spine;
    }

    /** Sends pings from the left until one is answered, since neighbours have to be found first. */
    void awaitReachable(String address) throws IOException {
        until(address + " answers", 30, () -> ping(address).code() == 0);
    }

    /** One packet, for whose answer it waits a second. */
    Program.Result ping(String address) throws IOException {
        return fromLeft("ping", "-n", "-c", "1", "-W", "1", address);
    }

    /** Whether something holds now. */
    interface Question {
        boolean holds() throws IOException;
    }

    /** Asks again until something holds, at most some seconds. */
    void until(String what, int seconds, Question question) throws IOException {
        long begin = System.nanoTime();
        while (!question.holds()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(seconds)) {
                String cards = spine == null ? "" : spine.lines() + "\n" + metrics();
                throw new AssertionError("not in " + seconds + " s: " + what + "\n" + cards);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted before " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** Runs a program on the left; none of them may take longer than half a minute. */
    Program.Result fromLeft(String... command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("timeout", "-k", "2", "30"));
        whole.addAll(List.of(command));
        return spaces.run(left, whole.toArray(String[]::new));
    }

    /** All metrics; they may be a quarter of a second old. */
    String metrics() throws IOException {
        return page("/metrics");
    }

    /** A page of the metrics endpoint. */
    String page(String path) throws IOException {
        URI address = URI.create(String.valueOf(metrics)).resolve(path);
        HttpRequest request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20)).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** A figure of what came from the kernel. */
    long fromKernel(String what) throws IOException {
        return metric("spine_router_kernel_messages_total{what=\"" + what + "\"}");
    }

    /** A metric that is a fraction and has no labels. */
    double figure(String name) throws IOException {
        return metrics().lines().filter(line -> line.startsWith(name + " ")).mapToDouble(line ->
            Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    /** Packets that the cards dropped though nothing was wrong with them, by port and reason; empty is best. */
    List<String> losses() throws IOException {
        return metrics().lines().filter(line -> line.startsWith("spine_router_dropped_packets_total{"))
            .filter(line -> LOSSES.stream().anyMatch(line::contains)).filter(line -> !line.endsWith(" 0")).toList();
    }

    /** The sum of a metric over ports and reasons. */
    long metric(String name) throws IOException {
        return metrics().lines().filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
            .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    @Override
    public void close() {
        if (spine != null) {
            spine.close();
        }
        spaces.close();
        client.shutdownNow();
    }
}
