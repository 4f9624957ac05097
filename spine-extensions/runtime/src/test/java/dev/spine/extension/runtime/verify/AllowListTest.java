package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SO-20")
@Tag("SO-22")
@Tag("SS-18")
@Tag("SS-58")
class AllowListTest {
    /** Bus agents, which look at what they compare themselves with and call nothing of it. */
    private static final Set<String> CLOSED = Set.of("java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte",
        "java/lang/Character", "java/lang/Boolean", "java/lang/Float", "java/lang/Double");

    /** Leaves that look at no more of a text or an array than a constant: why. */
    private static final Map<String, String> WHATEVER_LENGTH = Map.ofEntries(
        Map.entry("java/lang/String.<init>(Ljava/lang/String;)V", "shares the characters"),
        Map.entry("java/lang/String.<init>([CII)V", "copies as many as it is told"),
        Map.entry("java/lang/String.charAt(I)C", "looks at one"),
        Map.entry("java/lang/String.codePointAt(I)I", "looks at two"),
        Map.entry("java/lang/String.isEmpty()Z", "knows its length"),
        Map.entry("java/lang/String.length()I", "knows its length"),
        Map.entry("java/lang/String.toString()Ljava/lang/String;", "is itself"),
        Map.entry("java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;", "never called: Lowering"),
        Map.entry("java/lang/Enum.<init>(Ljava/lang/String;I)V", "keeps it"),
        Map.entry("java/lang/Boolean.parseBoolean(Ljava/lang/String;)Z", "compares what is as long as true"),
        Map.entry("java/util/Objects.requireNonNull(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;", "keeps it"));
    /** The search in a sorted array looks at some 31 elements, the copies at as many as they are told. */
    private static final Set<String> NOTIFIED_HOW_MANY = Set.of("binarySearch", "copyOf", "copyOfRange", "fill", "sort", "getChars");

    /** Compare two of one length, or only as far as the shorter one. */
    private static final Set<String> COMPARES = Set.of("equals", "compare", "mismatch", "compareTo", "compareToIgnoreCase",
        "equalsIgnoreCase", "startsWith", "endsWith");

    private final AllowList list = AllowList.standard();

    @Test
    void aMemberIsFoundWithItsCost() {
        AllowedMember member = list.member("java/lang/String", "repeat", "(I)Ljava/lang/String;");
        assertNotNull(member);
        assertEquals(new Cost(2, List.of(new Cost.Term(1, 0, List.of(new Cost.Operand(-1), new Cost.Operand(0))))),
            member.cost());
        assertEquals("24+2*this*0", member.bytes().toString());
    }

    @Test
    void aMemberIsInheritedAConstructorIsNot() {
        assertNotNull(list.member("java/lang/IllegalStateException", "getMessage", "()Ljava/lang/String;"));
        assertNull(list.member("java/lang/String", "<init>", "(I)V"));
        assertNull(list.member("java/lang/MatchException", "<init>", "()V"));
    }

    @Test
    void whatIsNotInTheListIsNotAllowed() {
        assertNull(list.member("java/lang/Object", "getClass", "()Ljava/lang/Class;"));
        assertNull(list.member("java/lang/System", "exit", "(I)V"));
        assertNull(list.member("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I"));
        assertNull(list.member("java/lang/Throwable", "getStackTrace", "()[Ljava/lang/StackTraceElement;"));
        assertNull(list.member("my/Own", "run", "()V"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"java/lang/Thread", "java/lang/Runtime", "java/lang/Class", "java/lang/ClassLoader", "java/lang/Process",
        "java/lang/reflect/Method", "java/lang/invoke/MethodHandle", "java/lang/invoke/MethodHandles$Lookup", "java/lang/ref/Cleaner",
        "java/lang/foreign/MemorySegment", "java/util/ServiceLoader", "java/util/concurrent/Executors", "java/io/File",
        "dev/spine/extension/api/RuntimeAccess", "dev/spine/extension/api/BufferOwner", "java/util/Timer", "sun/misc/Unsafe"})
    @Tag("SS-25")
    void typesThatGiveMoreThanComputingAreAbsent(String name) {
        assertFalse(list.type(name));
    }

    @Test
    void everyMemberExistsAndItsCostNamesOperandsThatItHas() throws ReflectiveOperationException {
        for (AllowedType type : list.types()) {
            Class<?> real = Class.forName(type.name().replace('/', '.'), false, getClass().getClassLoader());
            assertEquals(real.isInterface(), type.isInterface(), type.name());
            for (String supertype : type.supertypes()) {
                assertTrue(list.type(supertype), supertype);
                assertTrue(Class.forName(supertype.replace('/', '.'), false, getClass().getClassLoader()).isAssignableFrom(real),
                    type.name());
            }
            for (AllowedMember member : type.methods().values()) {
                MethodTypeDesc descriptor = MethodTypeDesc.ofDescriptor(member.descriptor());
                for (Cost cost : List.of(member.cost(), member.bytes())) {
                    cost.terms().stream().flatMap(term -> term.operands().stream()).forEach(operand ->
                        assertTrue(operand.index() >= -1 && operand.index() < descriptor.parameterCount(), member.toString()));
                    assertEquals(cost, Cost.parse(cost.toString()));
                }
            }
        }
    }

    /**
     * The principle: whatever can be called is metered code, or a leaf of a constant cost, or one whose cost is a formula over lengths that
     * are known before it begins.
     */
    @Test
    void everyOperandHasALengthWhateverObjectGetsThere() {
        int constant = 0;
        int byLength = 0;
        int metered = 0;
        for (AllowedType type : list.types()) {
            for (AllowedMember member : type.methods().values()) {
                List<Cost.Term> terms = new ArrayList<>(member.cost().terms());
                terms.addAll(member.bytes().terms());
                metered += member.by() == null ? 0 : 1;
                constant += member.by() == null && terms.isEmpty() ? 1 : 0;
                byLength += terms.isEmpty() ? 0 : 1;
                for (Cost.Operand operand : terms.stream().flatMap(term -> term.operands().stream()).toList()) {
                    String what = type.name() + '.' + member.name() + member.descriptor();
                    String operandType = operand.index() == Cost.Operand.RECEIVER ? 'L' + type.name() + ';'
                        : MethodTypeDesc.ofDescriptor(member.descriptor()).parameterType(operand.index()).descriptorString();
                    assertTrue(operandType.equals("Ljava/lang/String;") || operandType.startsWith("[") || operandType.equals("I"), what);
                    assertFalse(operand.index() == Cost.Operand.RECEIVER && type.isOpen(), "a method of the extension: " + what);
                }
            }
        }
        System.out.println(constant + " leaves of a constant cost, " + byLength + " by lengths, " + metered
            + " in whose place metered code is called, " + list.replaced().size() + " types of the library");
    }

    /** What a leaf gets is in its formula, or there is a reason why its length does not matter. */
    @Test
    void everyTextAndArrayThatALeafGetsIsCharged() {
        for (AllowedType type : list.types()) {
            for (AllowedMember member : type.methods().values()) {
                MethodTypeDesc descriptor = MethodTypeDesc.ofDescriptor(member.descriptor());
                String what = type.name() + '.' + member.name() + member.descriptor();
                if (member.by() != null || list.isBelow(type.name(), "java/lang/Throwable") || NOTIFIED_HOW_MANY.contains(member.name())
                    || WHATEVER_LENGTH.containsKey(what)) {
                    continue;
                }
                Set<Integer> charged = member.cost().terms().stream().flatMap(term -> term.operands().stream())
                    .map(Cost.Operand::index).collect(Collectors.toSet());
                boolean isText = type.name().equals("java/lang/String") && hasReceiver(type, member);
                List<Integer> sizes = new ArrayList<>(isText ? List.of(Cost.Operand.RECEIVER) : List.of());
                for (int i = 0; i < descriptor.parameterCount(); i++) {
                    String operand = descriptor.parameterType(i).descriptorString();
                    if (operand.equals("Ljava/lang/String;") || operand.startsWith("[")) {
                        sizes.add(i);
                    }
                }
                // Of two that are compared, the shorter one bounds the work.
                assertTrue(sizes.isEmpty() || sizes.stream().anyMatch(charged::contains), what);
                assertTrue(charged.containsAll(sizes) || COMPARES.contains(member.name()), what);
            }
        }
    }

    private boolean hasReceiver(AllowedType type, AllowedMember member) {
        try {
            Class<?> real = Class.forName(type.name().replace('/', '.'), false, getClass().getClassLoader());
            return Arrays.stream(real.getMethods()).anyMatch(method -> method.getName().equals(member.name())
                && !Modifier.isStatic(method.getModifiers())
                && member.descriptor().equals(MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .descriptorString()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** API enums give out a copy of their constants. */
    @Test
    void arraysThatALeafMakesAreCharged() {
        for (AllowedType type : list.types()) {
            for (AllowedMember member : type.methods().values()) {
                boolean isMade = member.by() == null && member.descriptor().contains(")[");
                assertTrue(!isMade || member.bytes().constant() > 0 || !member.bytes().terms().isEmpty(),
                    type.name() + '.' + member.name() + member.descriptor());
            }
        }
    }

    /** A leaf runs nothing of the extension, so it takes no object whose methods it could call; those of the runtime know what they get. */
    @Test
    void noLeafOfTheJdkTakesWhatCouldCallBack() {
        for (AllowedType type : list.types()) {
            boolean isJdk = type.name().startsWith("java/") && !type.isOpen();
            for (AllowedMember member : type.methods().values()) {
                boolean isThrowable = list.isBelow(type.name(), "java/lang/Throwable");
                if (!isJdk || member.by() != null || isThrowable) {
                    continue;
                }
                for (String parameter : Descriptors.classes(member.descriptor().substring(0, member.descriptor().indexOf(')') + 1) + "V")) {
                    boolean isHarmless = parameter.equals("java/lang/String") || CLOSED.contains(parameter) || Library.has(parameter)
                        || parameter.equals("java/lang/Object") && (member.name().equals("equals") || type.name().startsWith("java/util/"))
                        || parameter.equals("java/lang/Enum") || parameter.equals("java/lang/Class");
                    assertTrue(isHarmless, type.name() + '.' + member.name() + member.descriptor());
                }
            }
        }
    }
}
