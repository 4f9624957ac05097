package dev.spine.extension.ardma.host.arf;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Operations, chosen at random, on a model of a file system, and the same on one. */
final class RandomOperations {
    /** Does something to a file system and to a model of it. */
    interface Operation {
        void onVolume(ArfVolume volume) throws IOException;

        void onModel(ModelTree model) throws IOException;

        void onLocal(LocalTree local) throws IOException;

        /** It was begun and perhaps not done: on the model as it was before. */
        void begun(ModelTree model) throws IOException;
    }

    interface Step<T> {
        void run(T on) throws IOException;
    }

    private record Each(String text, Step<ArfVolume> first, Step<ModelTree> second, Step<LocalTree> third, Step<ModelTree> fourth)
        implements Operation {
        Each(String text, Step<ArfVolume> first, Step<ModelTree> second, Step<LocalTree> third) {
            this(text, first, second, third, model -> {});
        }

        @Override
        public void onVolume(ArfVolume volume) throws IOException {
            first.run(volume);
        }

        @Override
        public void onModel(ModelTree model) throws IOException {
            second.run(model);
        }

        @Override
        public void onLocal(LocalTree local) throws IOException {
            third.run(local);
        }

        @Override
        public void begun(ModelTree model) throws IOException {
            fourth.run(model);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final int MAX_BYTES = 40_000;
    private static final int MAX_PARTS = 4;
    /** Two of them together are what one operation takes. */
    private static final int MAX_PATH = 1_024;

    private final SplittableRandom random;
    private final List<String> names = new ArrayList<>();
    private final int mostBytes;

    RandomOperations(SplittableRandom random, int mostWritten) {
        this.random = random;
        this.mostBytes = mostWritten;
        for (int i = 0; i < 12; i++) {
            int length = random.nextInt(8) == 0 ? random.nextInt(60, 256) : random.nextInt(1, 12);
            StringBuilder name = new StringBuilder().append((char) ('a' + i));
            while (name.length() < length) {
                name.append((char) random.nextInt('0', '9' + 1));
            }
            names.add(name.toString());
        }
    }

    /** Often one that is there, or beside or below one that is, else any. */
    private String path(ModelTree model) {
        String path = anyPath(model);
        return path.length() > MAX_PATH ? name() : path;
    }

    private String anyPath(ModelTree model) {
        List<String> there = model.paths(_ -> true);
        String path = there.isEmpty() ? "" : there.get(random.nextInt(there.size()));
        int parts = path.split("/").length;
        int kind = random.nextInt(8);
        if (kind < 4 && !path.isEmpty()) {
            return path;
        }
        if (kind < 6 && !path.isEmpty() && parts < MAX_PARTS) {
            return path + "/" + name();
        }
        if (kind < 7) {
            return path.substring(0, path.lastIndexOf('/') + 1) + name();
        }
        return String.join("/", Stream.generate(this::name).limit(random.nextInt(1, MAX_PARTS + 1)).toList());
    }

    private String ofFile(ModelTree model) {
        List<String> files = model.paths(item -> !item.isDirectory);
        return files.isEmpty() || random.nextInt(8) == 0 ? path(model) : files.get(random.nextInt(files.size()));
    }

    private String name() {
        return names.get(random.nextInt(names.size()));
    }

    /** The next one, on a file system that has what a model has. */
    Operation next(ModelTree there) {
        String path = path(there);
        String other = path(there);
        // No path ends up longer than a file system takes: who is moved takes along what is below it.
        int below = there.paths(_ -> true).stream().filter(each -> each.startsWith(path + "/")).mapToInt(String::length).max().orElse(0);
        if (below - path.length() + other.length() > MAX_PATH) {
            other = path;
        }
        return next(there, path, other);
    }

    private Operation next(ModelTree there, String path, String other) {
        boolean flag = random.nextBoolean();
        return switch (random.nextInt(20)) {
            case 0, 1 -> new Each("create " + path, volume -> volume.create(path, 0x1A4, flag), model -> model.make(path, false, flag),
                local -> local.make(path, false, flag));
            case 2, 3 -> new Each("directory " + path, volume -> volume.makeDirectory(path, 0x1ED), model -> model.make(path, true, true),
                local -> local.make(path, true, true));
            case 4, 5 -> new Each("remove " + path, volume -> volume.remove(path), model -> model.remove(path),
                local -> local.remove(path));
            case 6, 7 -> new Each("rename " + path + " to " + other, volume -> volume.rename(path, other, flag),
                model -> model.rename(path, other, flag), local -> local.rename(path, other, flag));
            case 8 -> new Each("link " + path + " as " + other, volume -> volume.link(path, other), model -> model.link(path, other),
                local -> local.link(path, other));
            case 9 -> resize(ofFile(there));
            case 10 -> new Each("sync", ArfVolume::sync, ModelTree::flush, local -> {});
            case 11 -> new Each("stat " + path, volume -> volume.stat(path), model -> model.find(path), local -> local.find(path));
            case 12, 13 -> read(ofFile(there));
            default -> write(ofFile(there));
        };
    }

    private static ArfNode file(ArfVolume volume, String path) throws IOException {
        ArfNode node = volume.stat(path);
        if (node.isDirectory()) {
            throw new FileSystemException(path);
        }
        return node;
    }

    private static ModelTree.Item file(ModelTree model, String path) throws IOException {
        ModelTree.Item item = model.find(path);
        if (item.isDirectory) {
            throw new FileSystemException(path);
        }
        return item;
    }

    private Operation resize(String path) {
        int size = random.nextInt(MAX_BYTES);
        return new Each("resize " + path + " to " + size, volume -> volume.resize(file(volume, path), size),
            model -> ModelTree.resize(file(model, path), size), local -> local.resize(path, size));
    }

    /** In two pieces: when it reads the second one, a client knows where the file is. */
    private Operation read(String path) {
        int offset = random.nextInt(MAX_BYTES);
        int first = random.nextInt(mostBytes);
        int second = random.nextInt(mostBytes);
        byte[][] is = new byte[1][];
        return new Each("read " + first + " and " + second + " of " + path + " at " + offset,
            volume -> is[0] = Bytes.concat(volume.read(file(volume, path), offset, first),
                volume.read(file(volume, path), offset + first, second)),
            model -> file(model, path), local -> local.has(path, offset, first + second, is[0]));
    }

    private Operation write(String path) {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(65) : random.nextInt(mostBytes)];
        random.nextBytes(bytes);
        int offset = random.nextInt(3) == 0 ? -1 : random.nextInt(MAX_BYTES);
        return new Each("write " + bytes.length + " to " + path + " at " + offset,
            volume -> volume.write(file(volume, path), offset, bytes),
            model -> ModelTree.write(file(model, path), offset, bytes),
            local -> local.write(path, offset, bytes),
            model -> ModelTree.begin(file(model, path), offset, bytes.length));
    }
}
