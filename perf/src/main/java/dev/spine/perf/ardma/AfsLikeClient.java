package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.arf.ArfEntry;
import dev.spine.extension.ardma.host.arf.ArfNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A client that works as those of AFS do: files are fetched as a whole when they are read first, and stored as a whole; names are looked up
 * in directories that were fetched, with the status of what is in them. All of that is believed until the server calls back, which it does
 * when another client changes something. There is no other client here, so it never does, and its promises travel with what is fetched.
 */
final class AfsLikeClient implements FileClient {
    private final BlockServer server;
    private final Map<String, ArfNode> status = new HashMap<>();
    private final Map<String, Integer> directories = new HashMap<>();
    private final Map<String, byte[]> files = new HashMap<>();
    private String open = "";
    private int size;

    AfsLikeClient(BlockServer server) {
        this.server = server;
    }

    private static String directory(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    private void fetchDirectory(String directory) throws IOException {
        if (!directories.containsKey(directory)) {
            List<ArfEntry> entries = server.volume().list(directory);
            entries.forEach(entry -> status.put(directory.isEmpty() ? entry.name() : directory + "/" + entry.name(), entry.node()));
            directories.put(directory, entries.size());
        }
    }

    private ArfNode status(String path) throws IOException {
        fetchDirectory(directory(path));
        ArfNode known = status.get(path);
        return known != null ? known : server.volume().stat(path);
    }

    /** The file that is open, which is fetched if it is not here. */
    private byte[] file() {
        return files.computeIfAbsent(open, path -> server.read(path, 0, size));
    }

    @Override
    public void create(String path, byte[] bytes) throws IOException {
        ArfNode node = server.volume().create(path, FilesImage.PERMISSIONS, true);
        server.volume().write(node, 0, bytes);
        status.put(path, node);
        files.put(path, bytes.clone());
    }

    @Override
    public void open(String path) throws IOException {
        size = (int) status(path).size();
        open = path;
    }

    @Override
    public byte[] read(long offset, int bytes) {
        return Arrays.copyOfRange(file(), (int) offset, (int) offset + bytes);
    }

    @Override
    public void write(long offset, byte[] bytes) {
        if (bytes.length == size) {
            files.put(open, bytes.clone());
        } else {
            System.arraycopy(bytes, 0, file(), (int) offset, bytes.length);
        }
    }

    @Override
    public void sync() {
        server.write(open, 0, file());
        server.flush();
    }

    @Override
    public long size(String path) throws IOException {
        return status(path).size();
    }

    @Override
    public int list(String path) throws IOException {
        fetchDirectory(path);
        return directories.getOrDefault(path, 0);
    }
}
