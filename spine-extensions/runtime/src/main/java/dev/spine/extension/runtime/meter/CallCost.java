package dev.spine.extension.runtime.meter;

import java.util.Set;

/** What a call of a method outside the image costs beside the instruction itself, by the sizes of what it gets. */
enum CallCost {
    /** Nothing; it calls nothing of the extension. */
    PURE,
    /** Nothing; it may call methods of the extension, which count for themselves. */
    FIXED,
    /** A small object. */
    SMALL,
    /** A key is found in a table. */
    FIND,
    /** A key is entered into a table. */
    ENTER,
    /** Access by position. */
    INDEX,
    /** Receiver and arguments are read once. */
    LOOK,
    /** Receiver and arguments are copied once. */
    COPY,
    /** The arguments are copied once. */
    APPEND,
    /** Receiver and arguments are copied, whole numbers are capacities. */
    COUNT,
    /** The result may be as long as the product of receiver and arguments. */
    PRODUCT,
    /** Receiver and arguments are visited with all that is in them. */
    WALK,
    /** Receiver and arguments are visited with all that is in them, and copied. */
    GATHER;

    private static final String API = "dev/spine/extension/api/";
    private static final Set<String> PURE_OWNERS = Set.of("java/lang/Math", "java/lang/StrictMath", "java/lang/Character",
        "java/lang/Boolean", API + "Buffer", API + "Counter", API + "Message", API + "OutgoingMessage", API + "Route", API + "Surface",
        API + "Store", API + "TransferRequest", API + "PixelFormat", API + "PacketFilter");
    private static final Set<String> BOXES = Set.of("java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte",
        "java/lang/Float", "java/lang/Double");
    private static final Set<String> OBJECTS = Set.of("java/lang/Object", "java/lang/Enum", "java/lang/Record");
    private static final Set<String> GETTERS = Set.of("size", "isEmpty", "hasNext", "next", "peek", "peekFirst", "peekLast", "poll",
        "pollFirst", "pollLast", "pop", "getFirst", "getLast", "removeFirst", "removeLast", "getKey", "getValue", "setValue", "length",
        "charAt", "setCharAt", "ordinal", "name", "getClass", "hasPrevious", "previous", "isPresent", "requireNonNull", "element",
        "orElse", "orElseGet", "hasMoreElements", "nextInt", "nextLong", "emptyList", "emptyMap", "emptySet", "empty", "firstKey",
        "lastKey", "first", "last", "codePointAt", "checkIndex", "getMessage", "getCause", "addSuppressed", "initCause");
    private static final Set<String> MAKERS = Set.of("iterator", "listIterator", "keySet", "values", "entrySet", "push", "offer",
        "offerFirst", "offerLast", "addFirst", "addLast", "descendingIterator", "getStackTrace", "firstEntry", "lastEntry", "pollFirstEntry",
        "pollLastEntry");
    private static final Set<String> TABLE_FINDERS = Set.of("get", "containsKey", "getOrDefault", "remove", "contains", "floorKey",
        "ceilingKey", "lowerKey", "higherKey", "floorEntry", "ceilingEntry", "lowerEntry", "higherEntry", "replace");
    private static final Set<String> TABLE_MAKERS = Set.of("put", "putIfAbsent", "computeIfAbsent", "computeIfPresent", "compute", "merge",
        "add");
    private static final Set<String> READERS = Set.of("forEach", "removeIf", "contains", "indexOf", "lastIndexOf", "remove", "equals",
        "hashCode", "containsValue", "containsAll", "removeAll", "retainAll", "fill", "reverse", "swap", "shuffle", "max", "min",
        "frequency", "clear", "binarySearch", "compare", "hash", "replaceAll", "startsWith", "endsWith", "compareTo", "regionMatches",
        "equalsIgnoreCase", "compareToIgnoreCase", "setAll");
    private static final Set<String> CAPACITIES = Set.of("<init>", "copyOf", "copyOfRange", "setLength", "ensureCapacity", "setSize");

    /**
     * {@return what a call costs}
     *
     * @param owner the class that the call names
     * @param name the method's name
     * @param descriptor its type
     */
    static CallCost of(String owner, String name, String descriptor) {
        if (PURE_OWNERS.contains(owner)) {
            return name.equals("toString") ? SMALL : PURE;
        }
        if (BOXES.contains(owner)) {
            return descriptor.contains("Ljava/lang/") ? COPY : PURE;
        }
        if (owner.startsWith(API) || owner.startsWith("java/util/function/")) {
            return name.equals("equals") || name.equals("hashCode") || name.equals("toString") ? GATHER : FIXED;
        }
        if (OBJECTS.contains(owner) && !isOfAnyObject(name)) {
            return name.equals("<init>") || GETTERS.contains(name) ? FIXED : SMALL;
        }
        if (owner.equals("java/lang/String")) {
            return ofString(name, descriptor);
        }
        if (owner.equals("java/lang/StringBuilder") || owner.equals("java/lang/StringBuffer")) {
            return ofBuilder(name, descriptor);
        }
        return ofCollection(owner, name, descriptor);
    }

    private static boolean isOfAnyObject(String name) {
        return name.equals("equals") || name.equals("hashCode") || name.equals("toString") || name.equals("compareTo");
    }

    private static CallCost ofString(String name, String descriptor) {
        return switch (name) {
            case "length", "charAt", "isEmpty", "codePointAt" -> PURE;
            case "hashCode", "equals", "compareTo", "indexOf", "lastIndexOf", "startsWith", "endsWith", "contains", "regionMatches",
                "equalsIgnoreCase", "compareToIgnoreCase", "isBlank" -> LOOK;
            case "replace", "repeat", "join", "indent" -> PRODUCT;
            case "valueOf" -> descriptor.startsWith("(Ljava/lang/Object;") ? GATHER : COPY;
            default -> COPY;
        };
    }

    private static CallCost ofBuilder(String name, String descriptor) {
        return switch (name) {
            case "length", "charAt", "setCharAt", "isEmpty" -> PURE;
            case "append" -> descriptor.startsWith("(Ljava/lang/Object;") ? GATHER : descriptor.contains("(L") || descriptor.contains("[")
                ? APPEND : SMALL;
            case "<init>", "setLength", "ensureCapacity" -> COUNT;
            case "repeat" -> PRODUCT;
            case "insert" -> descriptor.contains("Ljava/lang/Object;") ? GATHER : COPY;
            default -> COPY;
        };
    }

    private static CallCost ofCollection(String owner, String name, String descriptor) {
        if (CAPACITIES.contains(name) || owner.endsWith("/BitSet")) {
            return name.equals("<init>") && !descriptor.contains("L") && !descriptor.contains("I") ? SMALL : COUNT;
        }
        boolean table = owner.endsWith("Map") || owner.endsWith("Set");
        if (table && TABLE_MAKERS.contains(name)) {
            return ENTER;
        }
        if (table && TABLE_FINDERS.contains(name)) {
            return FIND;
        }
        if (GETTERS.contains(name)) {
            return FIXED;
        }
        if (MAKERS.contains(name) || name.equals("add") && descriptor.startsWith("(L")) {
            return SMALL;
        }
        if (name.equals("get") || name.equals("set") && descriptor.startsWith("(I")) {
            return owner.endsWith("/ArrayList") ? FIXED : INDEX;
        }
        if (name.equals("nCopies")) {
            return SMALL;
        }
        return READERS.contains(name) ? WALK : GATHER;
    }
}
