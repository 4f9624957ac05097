package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.Renaming;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Superclass;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Meters the classes of one image. Stateless beside what it knows of the image; any thread. */
public final class ClassMeter {
    /** The class that holds the account of one namespace: {@link #accountClass}. */
    public static final String ACCOUNT_CLASS = Names.HOLDER_CLASS;

    /** The same for every namespace. */
    private static final byte[] ACCOUNT_BYTES = buildAccountClass();

    /** What is written into code. */
    private enum Charges {
        NONE,
        PLAIN,
        /** Those of its basic blocks, too. */
        BLOCKS
    }

    private final Map<String, ClassModel> models = new LinkedHashMap<>();
    private final IdentityHashMap<ClassModel, Calls> calls = new IdentityHashMap<>();
    private final CodeElements code;
    private final ImageShape shape = new ImageShape();
    private final Leaves leaves = new Leaves(shape);
    private final ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(shape));

    /**
     * A meter.
     *
     * @param image class names and class files, each accepted by {@link ClassFile#verify(byte[])}
     * @throws IllegalArgumentException when one is no class file, or names what only the meter may name
     */
    public ClassMeter(Map<String, byte[]> image) {
        this(read(image), new CodeElements());
    }

    /**
     * A meter of classes that were read already.
     *
     * @param image classes, each accepted by {@link ClassFile#verify(ClassModel)}: what the meter keeps in local variables behind those of
     *     a method is safe only because no code of an accepted class names a variable beyond its own
     * @param code their code as it was read
     * @throws IllegalArgumentException when one names what only the meter may name
     */
    public ClassMeter(Collection<ClassModel> image, CodeElements code) {
        this.code = code;
        image.forEach(ClassMeter::checkNames);
        for (ClassModel verified : image) {
            for (ClassModel model : Lowering.of(verified)) {
                models.put(model.thisClass().asInternalName().replace('/', '.'), model);
                shape.add(model);
            }
        }
        models.values().forEach(shape::complete);
        for (ClassModel model : models.values()) {
            Calls made = new Calls(model, shape);
            calls.put(model, made);
            leaves.add(model, code, made);
        }
    }

    private static List<ClassModel> read(Map<String, byte[]> image) {
        List<ClassModel> models = new ArrayList<>();
        image.forEach((name, bytes) -> {
            ClassModel model = ClassFile.of().parse(Renaming.renamed(bytes));
            if (!model.thisClass().asInternalName().equals(Names.internal(name))) {
                throw new IllegalArgumentException("the class file of " + name + " is that of another class");
            }
            models.add(model);
        });
        return models;
    }

    private static void checkNames(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type && Names.isForbidden(type.asInternalName())) {
                throw new IllegalArgumentException(model.thisClass().asInternalName() + " names " + type.asInternalName()
                    + ", which is the meter's own");
            }
        }
    }

    /**
     * {@return the metered classes, by name}
     *
     * @param probes what they tell of themselves beside what they use
     * @throws IllegalArgumentException when a class cannot be metered: a method grows too long, or its code is not what the Java virtual
     *     machine would accept
     */
    public Map<String, byte[]> meter(Probes probes) {
        Map<String, byte[]> metered = new LinkedHashMap<>();
        models.forEach((name, model) -> metered.put(name, probes.blocks() ? meterBlocks(model) : meter(model, Charges.PLAIN)));
        if (probes.lines()) {
            metered.replaceAll((_, bytes) -> LineProbes.in(classFile, bytes));
        }
        return metered;
    }

    /** What is accepted live is accepted here: a class that grows too long with its counts takes the time of what is charged. */
    private byte[] meterBlocks(ClassModel model) {
        try {
            return meter(model, Charges.BLOCKS);
        } catch (IllegalArgumentException _) {
            return meter(model, Charges.PLAIN);
        }
    }

    /**
     * {@return the classes as they link for extensions, without charges, by name}
     *
     * @throws IllegalArgumentException when one has code that only the meter keeps in its bounds: code that catches, or initialises a class
     */
    public Map<String, byte[]> unmetered() {
        Map<String, byte[]> written = new LinkedHashMap<>();
        models.forEach((name, model) -> written.put(name, meter(model, Charges.NONE)));
        return written;
    }

    private byte[] meter(ClassModel model, Charges charges) {
        Calls made = Objects.requireNonNull(calls.get(model), "classes are known from the beginning");
        return classFile.transformClass(model, new ClassTransform() {
            private @Nullable ClassContext context;

            private ClassContext context(ClassBuilder builder) {
                ClassContext known = context;
                if (known == null) {
                    AccountEntries entries = new AccountEntries(builder.constantPool());
                    known = new ClassContext(model, shape, leaves, made, entries, charges == Charges.BLOCKS);
                    context = known;
                }
                return known;
            }

            @Override
            public void accept(ClassBuilder builder, ClassElement element) {
                if (element instanceof Superclass above && Exceptions.areMadeOfAnother(above.superclassEntry().asSymbol())) {
                    builder.withSuperclass(Exceptions.made(above.superclassEntry().asSymbol()));
                    return;
                }
                if (!(element instanceof MethodModel method) || method.code().isEmpty()) {
                    builder.with(element);
                    return;
                }
                List<CodeElement> elements = code.of(method);
                // What charges nothing is written again, too: lowering leaves out the maps of types.
                boolean isLeaf = leaves.contains(model, method);
                boolean isFree = isLeaf || LambdaClass.forwards(model, method, elements, made, leaves);
                Consumer<CodeBuilder> written = charges == Charges.NONE
                    ? new UnmeteredMethod(context(builder), method, elements)::write
                    : isLeaf && charges == Charges.BLOCKS ? leaf(elements, context(builder))
                    : isFree ? body -> elements.forEach(body::with) : new MethodMeter(context(builder), method, elements)::write;
                builder.withMethod(method.methodName(), method.methodType(), method.flags().flagsMask(), body -> {
                    for (MethodElement part : method) {
                        if (part instanceof CodeModel) {
                            body.withCode(written);
                        } else {
                            body.with(part);
                        }
                    }
                });
            }

            private Consumer<CodeBuilder> leaf(List<CodeElement> elements, ClassContext own) {
                Blocks blocks = new Blocks(elements, new Loops(elements, made, leaves), null);
                return body -> blocks.write(body, elements, new Emitter(body, own.entries(), 0));
            }

            @Override
            public void atEnd(ClassBuilder builder) {
                ClassContext own = context(builder);
                new IdentityMethods(model, shape, own.entries()).write(builder);
            }
        });
    }

    /** {@return the class file of the class that finds the account of the loader that defines it} */
    public static byte[] accountClass() {
        return ACCOUNT_BYTES.clone();
    }

    private static byte[] buildAccountClass() {
        return ClassFile.of().build(Names.HOLDER, builder -> builder
            .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
            .withField(Names.FIELD, Names.ACCOUNT, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL)
            .withMethodBody(ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> code
                .loadConstant(Names.HOLDER)
                .invokestatic(Names.ACCOUNT, "of", MethodTypeDesc.of(Names.ACCOUNT, ConstantDescs.CD_Class))
                .putstatic(Names.HOLDER, Names.FIELD, Names.ACCOUNT)
                .return_()));
    }
}
