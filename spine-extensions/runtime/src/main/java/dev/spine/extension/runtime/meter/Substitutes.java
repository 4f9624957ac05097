package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.metered.FixedMap;
import dev.spine.extension.api.metered.FixedSet;
import dev.spine.extension.api.metered.MeteredDeque;
import dev.spine.extension.api.metered.MeteredMap;
import dev.spine.extension.api.metered.MeteredQueue;
import dev.spine.extension.api.metered.MeteredSet;
import dev.spine.extension.api.metered.Repeatable;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What metered code makes and calls where the JDK's own would behave differently from run to run, or would hide how much it holds.
 *
 * <p>Charges are those of the JDK's methods, as the allow-list has them.
 */
final class Substitutes {
    static final ClassDesc REPEATABLE = of(Repeatable.class);

    private static final ClassDesc FIXED_SET = of(FixedSet.class);
    private static final ClassDesc FIXED_MAP = of(FixedMap.class);
    private static final Map<ClassDesc, ClassDesc> MADE = Map.of(
        ClassDesc.of("java.util.HashMap"), of(MeteredMap.class), ClassDesc.of("java.util.LinkedHashMap"), of(MeteredMap.class),
        ClassDesc.of("java.util.HashSet"), of(MeteredSet.class), ClassDesc.of("java.util.LinkedHashSet"), of(MeteredSet.class),
        ClassDesc.of("java.util.ArrayDeque"), of(MeteredDeque.class), ClassDesc.of("java.util.PriorityQueue"), of(MeteredQueue.class));
    private static final Set<String> MADE_NAMES = MADE.keySet().stream().map(Names::internal)
        .collect(java.util.stream.Collectors.toUnmodifiableSet());
    /** Their hash codes and texts are those of their values. */
    private static final Set<String> VALUES = Set.of("java/lang/String", "java/lang/Boolean", "java/lang/Character", "java/lang/Byte",
        "java/lang/Short", "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double", "java/util/BitSet",
        "java/util/OptionalInt", "dev/spine/extension/api/PacketFilter");
    private static final Set<String> TEXTS = Set.of("java/lang/StringBuilder", "java/lang/CharSequence", "java/util/StringJoiner",
        "java/lang/Enum", "dev/spine/extension/api/Buffer", "dev/spine/extension/api/Route");
    private static final ClassDesc ALL = ConstantDescs.CD_Object.arrayType();

    /**
     * A static method.
     *
     * @param owner its class
     * @param name its name
     * @param type its type
     * @param takesAll whether it takes all operands in one array
     */
    record Method(ClassDesc owner, String name, MethodTypeDesc type, boolean takesAll) {
        private static Method of(ClassDesc owner, String name, ClassDesc result, ClassDesc... operands) {
            return new Method(owner, name, MethodTypeDesc.of(result, operands), false);
        }

        private static Method ofAll(ClassDesc owner, ClassDesc result) {
            return new Method(owner, "of", MethodTypeDesc.of(result, ALL), true);
        }
    }

    private static final Method HASH = Method.of(REPEATABLE, "hash", ConstantDescs.CD_int, ConstantDescs.CD_Object);
    private static final Method HASH_OF_SUPER = Method.of(REPEATABLE, "hashOfSuper", ConstantDescs.CD_int, ConstantDescs.CD_Object);
    private static final Method TEXT_OF = Method.of(REPEATABLE, "textOf", ConstantDescs.CD_String, ConstantDescs.CD_Object);
    private static final Method TEXT = Method.of(REPEATABLE, "text", ConstantDescs.CD_String, ConstantDescs.CD_Object);
    private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");
    /** Static methods, and the one that appends. */
    private static final Map<String, Method> METHODS = Map.ofEntries(
        Map.entry("java/util/Objects.hashCode(Ljava/lang/Object;)I",
            Method.of(REPEATABLE, "hashOrZero", ConstantDescs.CD_int, ConstantDescs.CD_Object)),
        Map.entry("java/util/Objects.hash([Ljava/lang/Object;)I", Method.of(REPEATABLE, "hashOfAll", ConstantDescs.CD_int, ALL)),
        Map.entry("java/util/Arrays.hashCode([Ljava/lang/Object;)I", Method.of(REPEATABLE, "hashOfAll", ConstantDescs.CD_int, ALL)),
        Map.entry("java/util/Arrays.toString([Ljava/lang/Object;)Ljava/lang/String;",
            Method.of(REPEATABLE, "textOfAll", ConstantDescs.CD_String, ALL)),
        Map.entry("java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;", TEXT),
        Map.entry("java/util/Objects.toString(Ljava/lang/Object;)Ljava/lang/String;", TEXT),
        Map.entry("java/util/Objects.toString(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
            Method.of(REPEATABLE, "textOr", ConstantDescs.CD_String, ConstantDescs.CD_Object, ConstantDescs.CD_String)),
        Map.entry("java/lang/StringBuilder.append(Ljava/lang/Object;)Ljava/lang/StringBuilder;",
            Method.of(REPEATABLE, "append", BUILDER, BUILDER, ConstantDescs.CD_Object)),
        Map.entry("java/util/Set.copyOf(Ljava/util/Collection;)Ljava/util/Set;",
            Method.of(FIXED_SET, "copyOf", ConstantDescs.CD_Set, ConstantDescs.CD_Collection)),
        Map.entry("java/util/Map.copyOf(Ljava/util/Map;)Ljava/util/Map;",
            Method.of(FIXED_MAP, "copyOf", ConstantDescs.CD_Map, ConstantDescs.CD_Map)),
        Map.entry("java/util/Map.ofEntries([Ljava/util/Map$Entry;)Ljava/util/Map;",
            Method.of(FIXED_MAP, "ofEntries", ConstantDescs.CD_Map, ClassDesc.of("java.util.Map$Entry").arrayType())),
        Map.entry("java/util/Set.of([Ljava/lang/Object;)Ljava/util/Set;", Method.of(FIXED_SET, "of", ConstantDescs.CD_Set, ALL)));

    private Substitutes() {}

    private static ClassDesc of(Class<?> type) {
        return ClassDesc.of(type.getName());
    }

    /** {@return whether an object of another class is made when code names a class of this internal name} */
    static boolean areMadeOfAnother(String internalName) {
        return MADE_NAMES.contains(internalName);
    }

    /** {@return the class of which an object is made when code names {@code type}} */
    static ClassDesc made(ClassDesc type) {
        return MADE.getOrDefault(type, type);
    }

    /**
     * {@return what is called instead of a method outside the image, or null}
     *
     * @param opcode how it is called
     * @param owner its class, outside the image
     * @param name its name
     * @param type its type
     */
    static @Nullable Method of(Opcode opcode, String owner, String name, MethodTypeDesc type) {
        if (opcode == Opcode.INVOKESTATIC && name.equals("of")) {
            Method fixed = fixed(owner, type);
            if (fixed != null) {
                return fixed;
            }
        }
        if (opcode != Opcode.INVOKESTATIC && type.parameterCount() == 0 && !VALUES.contains(owner)) {
            if (name.equals("hashCode")) {
                return opcode == Opcode.INVOKESPECIAL ? HASH_OF_SUPER : HASH;
            }
            if (name.equals("toString") && opcode != Opcode.INVOKESPECIAL && !TEXTS.contains(owner)) {
                return TEXT_OF;
            }
        }
        return METHODS.get(owner + '.' + name + type.descriptorString());
    }

    private static @Nullable Method fixed(String owner, MethodTypeDesc type) {
        boolean givenAsArray = type.parameterCount() == 1 && type.parameterType(0).isArray();
        return switch (owner) {
            case "java/util/Set" -> givenAsArray ? null : Method.ofAll(FIXED_SET, ConstantDescs.CD_Set);
            case "java/util/Map" -> Method.ofAll(FIXED_MAP, ConstantDescs.CD_Map);
            default -> null;
        };
    }
}
