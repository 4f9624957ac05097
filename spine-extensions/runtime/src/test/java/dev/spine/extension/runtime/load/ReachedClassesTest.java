package dev.spine.extension.runtime.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** What an entry cannot come to is neither metered nor defined; whatever it names in any way is. */
class ReachedClassesTest {
    private static ClassModel type(String name, String... texts) {
        return ClassFile.of().parse(ClassFile.of().build(ClassDesc.of(name), builder -> {
            for (String text : texts) {
                builder.constantPool().stringEntry(text);
            }
        }));
    }

    private static Set<String> reached(ClassModel... models) {
        return ReachedClasses.from("a.Entry", List.of(models)).stream()
            .map(model -> model.thisClass().asInternalName().replace('/', '.')).collect(Collectors.toCollection(TreeSet::new));
    }

    private static ClassModel entry() {
        return ClassFile.of().parse(ClassFile.of().build(ClassDesc.of("a.Entry"), builder -> builder
            .withSuperclass(ClassDesc.of("a.Above")).withInterfaceSymbols(ClassDesc.of("a.Beside"))
            .withField("field", ClassDesc.of("a.Field").arrayType(2), 0)
            .withMethodBody("method", MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_int, ClassDesc.of("a.First"),
                ClassDesc.of("b.Last")), ClassFile.ACC_STATIC, code -> code
                .loadConstant("a.Service").pop()
                .invokestatic(ClassDesc.of("a.Called"), "run", ConstantDescs.MTD_void).lconst_0().lreturn())));
    }

    @Test
    void whatTheEntryNamesAndWhatThatNamesIsReached() {
        assertEquals(Set.of("a.Entry", "a.Above", "a.Beside", "a.Field", "a.First", "b.Last", "a.Service", "a.Called", "a.Further"),
            reached(type("a.Nobody", "a.Entry"), type("a.Above"), type("a.Beside"), type("a.Field"), type("a.First"), type("b.Last"),
                type("a.Service"), type("a.Called", "La/Further;"), type("a.Further"), entry(), type("a.NobodyElse", "a.Nobody")));
    }

    @Test
    void aTextOfBeginningsIsReadOnce() {
        String[] texts = Stream.generate(() -> "L".repeat(60_000)).limit(30).toArray(String[]::new);
        for (int i = 0; i < texts.length; i++) {
            texts[i] = texts[i] + i;
        }
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertEquals(Set.of("a.Entry"),
            reached(type("a.Entry", texts), type("a.Other"))));
    }
}
