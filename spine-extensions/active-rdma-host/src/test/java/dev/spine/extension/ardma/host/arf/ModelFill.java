package dev.spine.extension.ardma.host.arf;

import java.io.IOException;

/** Brings the bytes of a model's files to those of a file system that has the same files. */
final class ModelFill {
    private ModelFill() {}

    static void fill(ArfVolume volume, ModelTree model) throws IOException {
        fill(volume, "", model.root);
    }

    private static void fill(ArfVolume volume, String path, ModelTree.Item item) throws IOException {
        if (!item.isDirectory) {
            item.bytes = volume.read(volume.stat(path), 0, item.bytes.length);
            item.unflushed.clear();
            return;
        }
        for (var child : item.entries.entrySet()) {
            fill(volume, path.isEmpty() ? child.getKey() : path + "/" + child.getKey(), child.getValue());
        }
    }
}
