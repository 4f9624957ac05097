package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.arf.ArfEntry;
import dev.spine.extension.ardma.host.arf.ArfNode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A client that works as those of NFS version 3 do: attributes are believed for three seconds, a file's attributes are asked for when it is
 * opened, and its pages are kept as long as these are the same; blocks are read and written by calls of up to 64 KiB, four under way, and
 * what was written becomes durable by a commit.
 */
final class NfsLikeClient implements FileClient {
    private static final long ATTRIBUTES_NS = 3_000_000_000L;
    private static final int PAGE_BYTES = 4_096;

    private final BlockServer server;
    private final Map<String, Attributes> attributes = new HashMap<>();
    private final Map<String, Map<Long, byte[]>> pages = new HashMap<>();
    private String open = "";

    /** What was told, and when. */
    private record Attributes(ArfNode node, long ns) {}

    NfsLikeClient(BlockServer server) {
        this.server = server;
    }

    private ArfNode ask(String path) throws IOException {
        ArfNode node = server.volume().stat(path);
        attributes.put(path, new Attributes(node, server.clock().getAsLong()));
        return node;
    }

    private Map<Long, byte[]> kept() {
        return pages.computeIfAbsent(open, _ -> new HashMap<>());
    }

    @Override
    public void create(String path, byte[] bytes) throws IOException {
        try {
            ask(path);
        } catch (NoSuchFileException _) {
            server.volume().write(server.volume().create(path, FilesImage.PERMISSIONS, true), 0, bytes);
            server.volume().sync();
        }
    }

    @Override
    public void open(String path) throws IOException {
        Attributes before = attributes.get(path);
        ArfNode node = ask(path);
        if (before == null || before.node.changed() != node.changed()) {
            pages.remove(path);
        }
        open = path;
    }

    @Override
    public byte[] read(long offset, int bytes) {
        long first = offset / PAGE_BYTES;
        long last = (offset + bytes - 1) / PAGE_BYTES;
        Map<Long, byte[]> kept = kept();
        for (long page = first; page <= last; page++) {
            if (!kept.containsKey(page)) {
                byte[] come = server.read(open, first * PAGE_BYTES, (int) (last - first + 1) * PAGE_BYTES);
                keep(first * PAGE_BYTES, come);
                break;
            }
        }
        byte[] all = new byte[(int) (last - first + 1) * PAGE_BYTES];
        for (long page = first; page <= last; page++) {
            System.arraycopy(kept.getOrDefault(page, new byte[PAGE_BYTES]), 0, all, (int) (page - first) * PAGE_BYTES, PAGE_BYTES);
        }
        int from = (int) (offset - first * PAGE_BYTES);
        return Arrays.copyOfRange(all, from, from + bytes);
    }

    /** Whole pages alone are kept. */
    private void keep(long offset, byte[] bytes) {
        for (int at = 0; at + PAGE_BYTES <= bytes.length; at += PAGE_BYTES) {
            kept().put((offset + at) / PAGE_BYTES, Arrays.copyOfRange(bytes, at, at + PAGE_BYTES));
        }
    }

    @Override
    public void write(long offset, byte[] bytes) {
        server.write(open, offset, bytes);
        keep(offset, bytes);
    }

    @Override
    public void sync() {
        server.flush();
    }

    @Override
    public long size(String path) throws IOException {
        Attributes known = attributes.get(path);
        return known != null && server.clock().getAsLong() - known.ns < ATTRIBUTES_NS ? known.node.size() : ask(path).size();
    }

    @Override
    public int list(String path) throws IOException {
        int count = 0;
        for (ArfEntry entry : server.volume().list(path)) {
            attributes.put(path + "/" + entry.name(), new Attributes(entry.node(), server.clock().getAsLong()));
            count++;
        }
        return count;
    }
}
