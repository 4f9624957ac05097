package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares a file system with its model. */
final class TreeComparison {
    private final ArfVolume volume;
    private final Map<ModelTree.Item, Long> inodes = new HashMap<>();
    private String difference = "";

    private TreeComparison(ArfVolume volume) {
        this.volume = volume;
    }

    /** The first difference, nothing if there is none. */
    static String of(ArfVolume volume, ModelTree model) throws IOException {
        TreeComparison comparison = new TreeComparison(volume);
        comparison.compare("", volume.stat(""), model.root);
        return comparison.difference;
    }

    private void differ(String path, String what) {
        if (difference.isEmpty()) {
            difference = "'" + path + "' " + what;
        }
    }

    private void compare(String path, ArfNode node, ModelTree.Item item) throws IOException {
        if (node.isDirectory() != item.isDirectory) {
            differ(path, "is of another type");
            return;
        }
        Long inode = inodes.putIfAbsent(item, node.inode());
        if (inode != null && inode != node.inode()) {
            differ(path, "is another file");
        }
        if (item.isDirectory) {
            compareEntries(path, item);
            return;
        }
        if (node.size() != item.bytes.length || node.links() != item.links) {
            differ(path, "has " + node.size() + " bytes and " + node.links() + " names, and the model " + item.bytes.length + " and "
                + item.links);
            return;
        }
        byte[] bytes = volume.read(node, 0, item.bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != item.bytes[i] && !item.unflushed.get(i)) {
                differ(path, "differs at " + i);
                return;
            }
        }
    }

    private void compareEntries(String path, ModelTree.Item item) throws IOException {
        Map<String, ArfNode> entries = new TreeMap<>();
        List<ArfEntry> list = volume.list(path);
        list.forEach(entry -> entries.put(entry.name(), entry.node()));
        if (entries.size() != list.size() || !entries.keySet().equals(item.entries.keySet())) {
            differ(path, "has " + entries.keySet() + ", and the model " + item.entries.keySet());
            return;
        }
        for (Map.Entry<String, ModelTree.Item> child : item.entries.entrySet()) {
            compare(path.isEmpty() ? child.getKey() : path + "/" + child.getKey(), entries.get(child.getKey()), child.getValue());
        }
    }
}
