package dev.spine.extension.api.library;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Defines classes of a package with other names in place of some in their constant pools, as the runtime does it with an image. */
final class RenamedLoader extends ClassLoader {
    private static final int MAGIC_AND_VERSION = 8;

    private final String packagePrefix;
    private final Map<String, String> names;
    private final Pattern pattern;

    /**
     * A loader.
     *
     * @param packageName of the classes that it defines
     * @param names internal names of classes, and what stands for them
     */
    RenamedLoader(String packageName, Map<String, String> names) {
        super(RenamedLoader.class.getClassLoader());
        this.packagePrefix = packageName + ".";
        this.names = names;
        this.pattern = Pattern.compile(
            names.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")(?![\\w/])")));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(packagePrefix)) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = Objects.requireNonNull(getParent().getResourceAsStream(file), file)) {
            byte[] renamed = rename(in.readAllBytes());
            return defineClass(name, renamed, 0, renamed.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** JVMS 4.4: only the entries of text have names in them. */
    private byte[] rename(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(in.readNBytes(MAGIC_AND_VERSION));
        int entries = in.readUnsignedShort();
        out.writeShort(entries);
        for (int i = 1; i < entries; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(rename(in.readUTF()));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.writeInt(in.readInt());
                case 5, 6 -> {
                    out.writeLong(in.readLong());
                    i++;
                }
                case 7, 8, 16, 19, 20 -> out.writeShort(in.readShort());
                case 15 -> out.write(in.readNBytes(3));
                default -> throw new IOException("an entry of kind " + tag);
            }
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    private String rename(String text) {
        return pattern.matcher(text).replaceAll(match -> Matcher.quoteReplacement(Objects.requireNonNull(names.get(match.group()))));
    }
}
