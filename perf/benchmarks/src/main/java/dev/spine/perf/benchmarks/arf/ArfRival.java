package dev.spine.perf.benchmarks.arf;

import dev.spine.device.wire.LinkState;
import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.ArdmaClient;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import dev.spine.iop.packet.wire.MacAddress;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** ARF as active code: a server of another process by the tunnel. */
final class ArfRival implements Rival {
    private static final long BYTES = 96 << 20;
    private static final int PERMISSIONS = 0644;
    private static final String CLIENT = "02:00:00:00:00:02";

    private final String name;
    private final Process server;
    private final ArfMachine node;
    private final RemoteServer remote;
    private final RemoteArea area;
    private final ArfVolume volume;
    private final ArfNode file;

    /** Makes the file system, starts the server and connects; {@code security} are keys of the tunnel for both ends. */
    ArfRival(String name, Path directory, String security) throws IOException {
        this.name = name;
        Path disk = directory.resolve(name + ".arf");
        try (FileArea area = FileArea.make(disk, BYTES)) {
            ArfSizes.of(BYTES).make(area, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            ArfServer.class.getName(), "listen = \"127.0.0.1:" + port + "\"\n" + security, disk.toString(), Long.toString(BYTES)));
        server = new ProcessBuilder(command).redirectErrorStream(true).start();
        int instance = instance();
        node = new ArfMachine("connect = \"127.0.0.1:" + port + "\"\n" + security, CLIENT, "",
            ClientExtension.class);
        while (node.system.wire("outside").ports().getFirst().link() == LinkState.DOWN) {
            Thread.onSpinWait();
        }
        remote = new ArdmaClient(node.side, node.instance).connect(MacAddress.parse(ArfServer.ADDRESS), instance);
        area = remote.lookup("files");
        volume = ArfVolume.share(RemotePlacement.active(remote, area), Duration.ofSeconds(60));
        file = volume.create("/large", PERMISSIONS, true);
    }

    private int instance() throws IOException {
        BufferedReader said = server.inputReader(StandardCharsets.UTF_8);
        ByteArrayOutputStream before = new ByteArrayOutputStream();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(ArfServer.READY)) {
                return Integer.parseInt(line.substring(ArfServer.READY.length()));
            }
            before.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        throw new IOException("the server has ended: " + before.toString(StandardCharsets.UTF_8));
    }

    /**
     * {@return ns that plain reads of an area took, without any file}
     *
     * @param name of the area
     * @param bytes of each
     * @param times how many
     */
    Histogram plainReads(String name, int bytes, int times) {
        RemoteArea from = remote.lookup(name);
        Histogram took = new Histogram(1, TimeUnit.MINUTES.toNanos(1), 3);
        for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            remote.read(from, 0, bytes);
            took.recordValue(System.nanoTime() - begin);
        }
        return took;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        volume.write(file, offset, bytes);
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        byte[] first = volume.read(file, offset, bytes);
        if (first.length == bytes) {
            return first;
        }
        byte[] all = new byte[bytes];
        System.arraycopy(first, 0, all, 0, first.length);
        for (int done = first.length; done < bytes;) {
            byte[] more = volume.read(file, offset + done, bytes - done);
            if (more.length == 0) {
                throw new IOException("the file ends early");
            }
            System.arraycopy(more, 0, all, done, more.length);
            done += more.length;
        }
        return all;
    }

    @Override
    public void sync() throws IOException {
        volume.sync();
    }

    @Override
    public void create(String made) throws IOException {
        volume.create("/" + made, PERMISSIONS, true);
        volume.sync();
    }

    @Override
    public void remove(String made) throws IOException {
        volume.remove("/" + made);
    }

    @Override
    public void close() throws IOException {
        volume.close();
        node.close();
        server.destroyForcibly();
    }
}
