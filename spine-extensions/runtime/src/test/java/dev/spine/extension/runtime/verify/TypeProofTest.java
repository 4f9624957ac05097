package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is proven to be sound is what the Class-File API finds nothing in, and of what javac writes nearly everything is proven. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeProofTest {
    private static final int DAMAGES = 3_000;
    private static final int HEADER = 8;

    private Map<String, byte[]> classes = Map.of();

    @BeforeAll
    void compile() {
        classes = new LinkedHashMap<>(Programs.compile(Programs.read("accepted-programs.txt")));
    }

    private static ImageClasses image(Map<String, byte[]> classes) {
        ImageClasses image = new ImageClasses(AllowList.standard());
        classes.forEach((name, bytes) -> image.add(name.replace('.', '/'), ClassFile.of().parse(bytes)));
        return image;
    }

    private static List<String> errors(ImageClasses image, ClassModel model) {
        List<String> found = new ArrayList<>();
        ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(new KnownHierarchy(image))).verify(model)
            .forEach(error -> found.add(String.valueOf(error.getMessage())));
        return found;
    }

    @Test
    void nearlyEverythingThatJavacWritesIsProven() {
        ImageClasses image = image(classes);
        TypeProof proof = new TypeProof(image);
        List<String> unproven = new ArrayList<>();
        image.all().forEach((name, model) -> {
            if (!proof.isSound(model, classes.get(name.replace('/', '.')))) {
                unproven.add(name);
            }
        });
        assertTrue(unproven.size() * 20 < classes.size(), () -> unproven.size() + " of " + classes.size() + ": " + unproven);
    }

    @Test
    void whatIsProvenHasNoErrors() {
        long given = Long.getLong("spine.seed", 0);
        long most = Long.getLong("spine.damages", DAMAGES);
        List<Map.Entry<String, byte[]>> all = List.copyOf(classes.entrySet());
        ImageClasses others = image(classes);
        int proven = 0;
        for (long seed = given == 0 ? 1 : given; seed <= (given == 0 ? most : given); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map.Entry<String, byte[]> one = all.get(random.nextInt(all.size()));
            byte[] damaged = damaged(one.getValue(), random);
            ClassModel model;
            try {
                model = ClassFile.of().parse(damaged);
                if (!model.thisClass().asInternalName().equals(one.getKey().replace('.', '/'))) {
                    continue;
                }
            } catch (RuntimeException e) {
                continue;
            }
            ClassModel before = others.all().put(one.getKey().replace('.', '/'), model);
            if (new TypeProof(others).isSound(model, damaged)) {
                proven++;
                List<String> errors;
                try {
                    errors = errors(others, model);
                } catch (RuntimeException e) {
                    errors = List.of(e + " at " + List.of(e.getStackTrace()).subList(0, 9));
                }
                long failed = seed;
                assertEquals(List.of(), errors, () -> one.getKey() + " of seed " + failed + "; run it again with -Dspine.seed=" + failed);
            }
            others.all().put(one.getKey().replace('.', '/'), before);
        }
        assertTrue(given != 0 || proven > 0, "nothing was proven");
        System.out.println(proven + " damaged classes were proven to be sound");
    }

    /** Mostly within the code of a method, its sizes, its handlers and its stack map; sometimes anywhere. */
    private static byte[] damaged(byte[] bytes, SplittableRandom random) {
        byte[] damaged = bytes.clone();
        List<int[]> codes = codes(bytes);
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            if (codes.isEmpty() || random.nextInt(8) == 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            } else {
                int[] code = codes.get(random.nextInt(codes.size()));
                int at = code[0] + random.nextInt(code[1] - code[0]);
                damaged[at] = (byte) (random.nextBoolean() ? damaged[at] ^ 1 << random.nextInt(8)
                    : damaged[at] + 1 - 2 * random.nextInt(2));
            }
        }
        return damaged;
    }

    /** Where the code attributes of a class begin and end. */
    private static List<int[]> codes(byte[] bytes) {
        List<int[]> codes = new ArrayList<>();
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            if (method.code().orElse(null) instanceof CodeAttribute code) {
                byte[] begin = ByteBuffer.allocate(HEADER + code.codeLength()).putShort((short) code.maxStack())
                    .putShort((short) code.maxLocals()).putInt(code.codeLength()).put(code.codeArray()).array();
                int at = 0;
                while (!Arrays.equals(bytes, at, at + begin.length, begin, 0, begin.length)) {
                    at++;
                }
                codes.add(new int[] {at, Math.min(bytes.length, at + begin.length + 60)});
            }
        }
        return codes;
    }
}
