package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The types of an image's code as numbers, and which of them may stand where another is wanted. Below {@link #OBJECTS} are those of the
 * virtual machine's stack maps; above are classes and arrays by name, and objects whose constructor has not run.
 */
final class KnownTypes {
    static final int TOP = 0;
    static final int INT = 1;
    static final int FLOAT = 2;
    static final int DOUBLE = 3;
    static final int LONG = 4;
    static final int NULL = 5;
    /** The object of a constructor that has not called another constructor. */
    static final int UNMADE_THIS = 6;
    /** The upper half of a long or double. */
    static final int HALF = 7;
    /** What methods return that return nothing. */
    static final int VOID = 8;
    /** The first number of a class or array. */
    static final int OBJECTS = 16;
    /** What {@code new} has made, with the place of that instruction in the lower bits. */
    static final int UNMADE = 1 << 30;

    private final ImageClasses image;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Signature> signatures = new HashMap<>();
    private final Map<Long, Boolean> assignable = new HashMap<>();
    final int object = named("java/lang/Object");
    final int text = named("java/lang/String");
    final int classes = named("java/lang/Class");
    final int throwable = named("java/lang/Throwable");

    /**
     * What a method takes and returns.
     *
     * @param slots its arguments, of long and double with their halves, without receiver
     * @param result what it returns, {@link #VOID} if nothing
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Signature(int[] slots, int result) {}

    KnownTypes(ImageClasses image) {
        this.image = image;
    }

    static boolean isReference(int type) {
        return type == NULL || type >= OBJECTS && type < UNMADE;
    }

    static boolean isWide(int type) {
        return type == LONG || type == DOUBLE;
    }

    /** {@return the number of a class or array by the name that constant pools have} */
    int named(String name) {
        Integer known = numbers.get(name);
        if (known == null) {
            known = OBJECTS + names.size();
            numbers.put(name, known);
            names.add(name);
        }
        return known;
    }

    /** {@return the name of a class or array} */
    String name(int type) {
        return names.get(type - OBJECTS);
    }

    boolean isArray(int type) {
        return type >= OBJECTS && type < UNMADE && name(type).charAt(0) == '[';
    }

    /** {@return the type of a descriptor of a field} */
    int field(String descriptor) {
        int end = fieldEnd(descriptor, 0);
        if (end != descriptor.length()) {
            throw Unproven.INSTANCE;
        }
        return ofField(descriptor, 0, end);
    }

    /** {@return the type of an array's elements} */
    int element(int array) {
        String name = name(array);
        return ofField(name, 1, name.length());
    }

    /** {@return an array of a class or array} */
    int arrayOf(int element) {
        String name = name(element);
        return named(name.charAt(0) == '[' ? '[' + name : "[L" + name + ';');
    }

    private int ofField(String descriptor, int begin, int end) {
        return switch (descriptor.charAt(begin)) {
            case 'Z', 'B', 'C', 'S', 'I' -> INT;
            case 'J' -> LONG;
            case 'F' -> FLOAT;
            case 'D' -> DOUBLE;
            case '[' -> named(descriptor.substring(begin, end));
            default -> named(descriptor.substring(begin + 1, end - 1));
        };
    }

    /** {@return where the field descriptor that begins somewhere ends} */
    static int fieldEnd(String descriptor, int begin) {
        int at = begin;
        while (at < descriptor.length() && descriptor.charAt(at) == '[') {
            at++;
        }
        if (at == descriptor.length() || at - begin > 255) {
            throw Unproven.INSTANCE;
        }
        char kind = descriptor.charAt(at);
        if (kind != 'L') {
            if ("ZBCSIJFD".indexOf(kind) < 0) {
                throw Unproven.INSTANCE;
            }
            return at + 1;
        }
        int end = descriptor.indexOf(';', at);
        if (end < 0 || !isClassName(descriptor, at + 1, end)) {
            throw Unproven.INSTANCE;
        }
        return end + 1;
    }

    /** {@return whether a part of a text is an internal name of a class} */
    static boolean isClassName(String text, int begin, int end) {
        boolean wasSlash = true;
        for (int i = begin; i < end; i++) {
            char c = text.charAt(i);
            if (c == '.' || c == ';' || c == '[' || c == '/' && wasSlash) {
                return false;
            }
            wasSlash = c == '/';
        }
        return !wasSlash;
    }

    /** {@return what a method of a descriptor takes and returns} */
    Signature signature(String descriptor) {
        Signature known = signatures.get(descriptor);
        if (known == null) {
            known = read(descriptor);
            signatures.put(descriptor, known);
        }
        return known;
    }

    private Signature read(String descriptor) {
        int[] slots = new int[8];
        int count = 0;
        if (descriptor.isEmpty() || descriptor.charAt(0) != '(') {
            throw Unproven.INSTANCE;
        }
        int at = 1;
        while (at < descriptor.length() && descriptor.charAt(at) != ')') {
            int end = fieldEnd(descriptor, at);
            int type = ofField(descriptor, at, end);
            if (count + 2 > slots.length) {
                slots = Arrays.copyOf(slots, 2 * slots.length);
            }
            slots[count++] = type;
            if (isWide(type)) {
                slots[count++] = HALF;
            }
            at = end;
        }
        if (at + 1 >= descriptor.length() || count > 254) {
            throw Unproven.INSTANCE;
        }
        int result = descriptor.charAt(at + 1) == 'V' && at + 2 == descriptor.length() ? VOID : field(descriptor.substring(at + 1));
        return new Signature(Arrays.copyOf(slots, count), result);
    }

    /** {@return whether what has one type may stand where another is wanted} */
    boolean mayBe(int given, int wanted) {
        if (given == wanted || wanted == TOP) {
            return true;
        }
        if (wanted < OBJECTS || wanted >= UNMADE || !isReference(given)) {
            return false;
        }
        if (given == NULL || wanted == object) {
            return true;
        }
        Long key = (long) given << Integer.SIZE | wanted;
        Boolean known = assignable.get(key);
        if (known == null) {
            known = isBelow(name(given), name(wanted));
            assignable.put(key, known);
        }
        return known;
    }

    private boolean isBelow(String given, String wanted) {
        if (wanted.charAt(0) == '[') {
            if (given.charAt(0) != '[') {
                return false;
            }
            int from = ofField(given, 1, given.length());
            int to = ofField(wanted, 1, wanted.length());
            return isReference(from) && isReference(to) && mayBe(from, to);
        }
        if (given.charAt(0) == '[') {
            return false;
        }
        return isInterface(wanted) || isSubclass(given, wanted);
    }

    /** {@return whether a class is another or below it, as far as the image and the list say} */
    boolean isSubclass(String given, String wanted) {
        String at = given;
        ClassModel model = image.find(at);
        for (int i = 0; model != null && at != null && i <= Limits.INHERITANCE.most(); i++) {
            if (at.equals(wanted)) {
                return true;
            }
            at = ImageClasses.superclass(model);
            model = at == null ? null : image.find(at);
        }
        return at != null && image.allowed().isBelow(at, wanted);
    }

    private boolean isInterface(String name) {
        ClassModel model = image.find(name);
        return model == null ? image.allowed().isInterface(name) : (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
    }
}
