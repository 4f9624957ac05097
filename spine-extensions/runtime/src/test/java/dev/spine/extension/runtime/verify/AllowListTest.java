package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SO-20")
@Tag("SO-22")
@Tag("SS-18")
@Tag("SS-58")
class AllowListTest {
    private final AllowList list = AllowList.standard();

    @Test
    void aMemberIsFoundWithItsCost() {
        AllowedMember member = list.member("java/lang/String", "repeat", "(I)Ljava/lang/String;");
        assertNotNull(member);
        assertEquals(new Cost(2, List.of(new Cost.Term(1, 0, List.of(new Cost.Operand(-1, false), new Cost.Operand(0, false))))),
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
}
