package dev.spine.extension.runtime.verify;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the names of the {@link Library} into a class file, in place of those of the JDK. Only the texts of the constant pool change, and
 * neither its numbering nor anything behind it; text that the program itself uses stays as it is. One thread at a time.
 */
public final class Renaming {
    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L(java/(?:lang|util)/[A-Za-z$]+)(?=[;<])");
    private static final byte[] PREFIX = "java/".getBytes(StandardCharsets.US_ASCII);
    /** After the magic number, the version and the number of entries. */
    private static final int POOL = 10;
    private static final int LONGEST = 0xFFFF;

    private final byte[] bytes;
    private final List<byte[]> added = new ArrayList<>();
    private final int[] offsets;
    private int end;

    private Renaming(byte[] bytes) {
        this.bytes = bytes;
        offsets = new int[u2(POOL - 2)];
    }

    /**
     * {@return a class file with the library's names, or the same one when it has none of them, or when it is no class file}
     *
     * @param classFile any bytes
     */
    public static byte[] renamed(byte[] classFile) {
        try {
            return new Renaming(classFile).rename();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            // Whoever reads it will say what is wrong; the JDK's names in it are not on the list.
            return classFile;
        }
    }

    private int u1(int at) {
        return bytes[at] & 0xFF;
    }

    private int u2(int at) {
        return u1(at) << 8 | u1(at + 1);
    }

    private byte[] rename() {
        boolean found = walk();
        if (!found) {
            return bytes;
        }
        ByteArrayOutputStream made = new ByteArrayOutputStream(bytes.length + 1024);
        try (DataOutputStream out = new DataOutputStream(made)) {
            out.write(bytes, 0, POOL - 2);
            // The number of entries comes last, when it is known how many texts of the program stay beside their new names.
            out.writeShort(0);
            for (int i = 1; i < offsets.length; i++) {
                if (offsets[i] != 0) {
                    write(i, out);
                }
            }
            for (byte[] text : added) {
                out.writeByte(PoolEntry.TAG_UTF8);
                out.writeShort(text.length);
                out.write(text);
            }
            out.write(bytes, end, bytes.length - end);
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written to a file", e);
        }
        int entries = offsets.length + added.size();
        if (entries > LONGEST) {
            throw new IllegalArgumentException("no room for more names");
        }
        byte[] result = made.toByteArray();
        result[POOL - 2] = (byte) (entries >> 8);
        result[POOL - 1] = (byte) entries;
        return result;
    }

    /** Finds the entries: {@return whether a name of the JDK may be among them}. */
    private boolean walk() {
        boolean found = false;
        int at = POOL;
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = at;
            int tag = u1(at);
            found |= tag == PoolEntry.TAG_UTF8 && names(at);
            int next = at + size(at);
            if (tag == PoolEntry.TAG_LONG || tag == PoolEntry.TAG_DOUBLE) {
                i++;
            }
            at = next;
        }
        end = at;
        return found;
    }

    private int size(int at) {
        return switch (u1(at)) {
            case PoolEntry.TAG_UTF8 -> 3 + u2(at + 1);
            case PoolEntry.TAG_LONG, PoolEntry.TAG_DOUBLE -> 9;
            case PoolEntry.TAG_CLASS, PoolEntry.TAG_STRING, PoolEntry.TAG_METHOD_TYPE, PoolEntry.TAG_MODULE, PoolEntry.TAG_PACKAGE -> 3;
            case PoolEntry.TAG_METHOD_HANDLE -> 4;
            case PoolEntry.TAG_INTEGER, PoolEntry.TAG_FLOAT, PoolEntry.TAG_FIELDREF, PoolEntry.TAG_METHODREF,
                PoolEntry.TAG_INTERFACE_METHODREF, PoolEntry.TAG_NAME_AND_TYPE, PoolEntry.TAG_DYNAMIC, PoolEntry.TAG_INVOKE_DYNAMIC -> 5;
            default -> throw new IllegalArgumentException("an entry that class files do not have");
        };
    }

    private boolean names(int at) {
        int last = at + 3 + u2(at + 1) - PREFIX.length;
        for (int i = at + 3; i <= last; i++) {
            if (bytes[i] == PREFIX[0] && bytes[i + 1] == PREFIX[1] && bytes[i + 4] == PREFIX[4]) {
                return true;
            }
        }
        return false;
    }

    private void write(int index, DataOutputStream out) throws IOException {
        int at = offsets[index];
        if (u1(at) == PoolEntry.TAG_UTF8 && names(at)) {
            // Names are of one byte a character; whatever is not, stays as it is in this encoding.
            String text = new String(bytes, at + 3, u2(at + 1), StandardCharsets.ISO_8859_1);
            byte[] renamed = rename(text).getBytes(StandardCharsets.ISO_8859_1);
            if (renamed.length > LONGEST) {
                throw new IllegalArgumentException("a name that is too long");
            }
            out.writeByte(PoolEntry.TAG_UTF8);
            out.writeShort(renamed.length);
            out.write(renamed);
        } else if (u1(at) == PoolEntry.TAG_STRING && isRenamed(u2(at + 1))) {
            int text = offsets[u2(at + 1)];
            byte[] original = new byte[u2(text + 1)];
            System.arraycopy(bytes, text + 3, original, 0, original.length);
            out.writeByte(PoolEntry.TAG_STRING);
            out.writeShort(offsets.length + added.size());
            added.add(original);
        } else {
            out.write(bytes, at, size(at));
        }
    }

    private boolean isRenamed(int index) {
        int at = offsets[index];
        if (at == 0 || u1(at) != PoolEntry.TAG_UTF8 || !names(at)) {
            return false;
        }
        String text = new String(bytes, at + 3, u2(at + 1), StandardCharsets.ISO_8859_1);
        return !rename(text).equals(text);
    }

    private static String rename(String text) {
        String whole = Library.nameFor(text);
        if (whole != null) {
            return whole;
        }
        return text.indexOf('L') < 0 ? text : IN_DESCRIPTOR.matcher(text).replaceAll(Renaming::name);
    }

    private static String name(MatchResult found) {
        String name = Library.nameFor(found.group(1));
        return Matcher.quoteReplacement("L" + (name == null ? found.group(1) : name));
    }
}
