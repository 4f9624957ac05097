package dev.spine.perf.ruler;

import dev.spine.extension.runtime.meter.CodePrices;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a count at the beginning of each basic block of a class, by the meter's prices.
 *
 * <p>Counted are the modules of Spine, Guava, and the classes of the JDK that they call. The machine is not: engine, bus, queues of the
 * messaging unit, wires, and what extensions run, which is counted where it runs. Access to memory has a price of its own, whether it is
 * by a segment, a {@code VarHandle}, an accessor of a view as {@code MessageFrame}, or a {@code Buffer} of an extension.
 */
final class BlockCounting {
    private static final ClassDesc COUNTED = ClassDesc.of("dev.spine.perf.ruler.Counted");
    private static final ClassDesc AGENT = ClassDesc.of("dev.spine.iop.engine.Agent");
    private static final MethodTypeDesc BLOCK = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc CHARGE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_long);
    private static final MethodTypeDesc STEP = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final String CONTEXT = "dev/spine/iop/engine/AgentContext";
    private static final String MODELLED = "dev/spine/iop/engine/modelled/ModelledContext";
    /** Its classes are priced as a whole where they are called, and what they call is counted: the runtime behind a context. */
    private static final String API = "dev/spine/extension/api/";
    private static final String BOOKKEEPING = "Ldev/spine/i2o/Bookkeeping;";
    /** Looked up before any class is counted: one that is loaded meanwhile would be wanted for itself. */
    private static final Map<Opcode, Integer> PRICES = prices();
    private static final int ACCESS_UNITS = CodePrices.CALL + CodePrices.ACCESS;
    /** The meter charges an object by its bytes. How large others' objects are is not known here: as with two fields. */
    private static final int NEW_UNITS = CodePrices.object(32);

    /** A method of more is no accessor. */
    private static final int VIEW_INSTRUCTIONS = 20;

    private static Map<Opcode, Integer> prices() {
        Map<Opcode, Integer> prices = new EnumMap<>(Opcode.class);
        for (Opcode opcode : Opcode.values()) {
            prices.put(opcode, CodePrices.of(opcode));
        }
        return prices;
    }

    private static boolean begins(String name, String... prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class of the JDK is counted: collections, texts and numbers. */
    static boolean isOfJdk(String name) {
        return begins(name, "java/util/", "java/lang/String", "java/lang/AbstractStringBuilder", "java/lang/Integer", "java/lang/Long",
            "java/lang/Short", "java/lang/Byte", "java/lang/Character", "java/lang/Enum", "java/lang/Record", "java/lang/Boolean",
            "java/lang/Iterable", "jdk/internal/util/ArraysSupport", "jdk/internal/util/Preconditions")
            && !begins(name, "java/util/concurrent/", "java/util/regex/", "java/util/jar/", "java/util/zip/", "java/util/stream/",
                "java/util/logging", "java/util/spi", "java/util/WeakHashMap");
    }

    private static boolean isCounted(String name) {
        return name.startsWith("dev/spine/") && !isMachine(name) || name.startsWith("com/google/common/");
    }

    private static boolean isMachine(String name) {
        return begins(name, "dev/spine/iop/engine/", "dev/spine/iop/bus/", "dev/spine/iop/count/", "dev/spine/i2o/unit/",
            API, "dev/spine/extension/video/", "dev/spine/extension/store/", "dev/spine/extension/router/",
            "dev/spine/extension/services/", "dev/spine/extension/interfaces/", "dev/spine/device/wire/")
            || name.startsWith("dev/spine/perf/") && !isApplication(name);
    }

    /** Programs of the host that workloads go through. */
    private static boolean isApplication(String name) {
        return begins(name, "dev/spine/perf/forward/", "dev/spine/perf/video/", "dev/spine/perf/move/", "dev/spine/perf/process/",
                "dev/spine/perf/latency/Host", "dev/spine/perf/ruler/bridge/Native")
            && !begins(name, "dev/spine/perf/forward/FarEnd", "dev/spine/perf/forward/CapturedFrames", "dev/spine/perf/forward/ForwardRun",
                "dev/spine/perf/forward/ForwardTraffic", "dev/spine/perf/forward/ForwardPackets");
    }

    /** {@return the class with counts; null where it stays as it is} */
    byte @Nullable [] rewrite(String name, @Nullable ClassLoader loader, byte[] bytes) {
        boolean engine = name.equals(CONTEXT) || name.equals(MODELLED);
        // Extensions have loaders of their own, which know nothing of the counter.
        boolean ofExtension = loader != null && loader.getClass().getName().startsWith("dev.spine");
        if (ofExtension || !engine && !isOfJdk(name) && !isCounted(name)) {
            return null;
        }
        ClassHierarchyResolver resources = ClassHierarchyResolver.ofResourceParsing(
            loader == null ? ClassLoader.getSystemClassLoader() : loader);
        ClassFile file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            resources.orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = file.parse(bytes);
        boolean bookkeeping = isBookkeeping(model);
        return file.transformClass(model, ClassTransform.transformingMethods((method, element) -> {
            if (element instanceof CodeModel code) {
                MethodModel of = code.parent().orElseThrow();
                method.withCode(out -> {
                    if (engine) {
                        hook(of, out);
                        code.forEach(out::with);
                    } else {
                        new Blocks(code, out, bookkeeping || isBookkeeping(of)).write();
                    }
                });
            } else {
                method.with(element);
            }
        }));
    }

    private static boolean isBookkeeping(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations())
            .map(RuntimeInvisibleAnnotationsAttribute::annotations).orElse(List.of()).stream()
            .anyMatch(each -> each.className().equalsString(BOOKKEEPING));
    }

    private static void hook(MethodModel method, CodeBuilder out) {
        switch (method.methodName().stringValue() + method.methodType().stringValue()) {
            case "charge(Ldev/spine/iop/engine/Op;)V" -> out.aload(1).lconst_1().invokestatic(COUNTED, "charge", CHARGE);
            case "charge(Ldev/spine/iop/engine/Op;J)V" -> out.aload(1).lload(2).invokestatic(COUNTED, "charge", CHARGE);
            case "begin(J)V" -> out.aload(0).invokevirtual(ClassDesc.ofInternalName(MODELLED), "agent", MethodTypeDesc.of(AGENT))
                .invokestatic(COUNTED, "step", STEP);
            case "end()J" -> out.invokestatic(COUNTED, "end", ConstantDescs.MTD_void);
            default -> { }
        }
    }

    /** Writes the code of a method. */
    private static final class Blocks {
        private final List<CodeElement> elements;
        private final CodeBuilder out;
        private final boolean bookkeeping;
        private final boolean charges;
        private final Set<Label> targets = new HashSet<>();

        Blocks(CodeModel code, CodeBuilder out, boolean bookkeeping) {
            this.elements = code.elementList();
            this.out = out;
            // Before the call of another constructor nothing may be between.
            boolean constructor = code.parent().orElseThrow().methodName().equalsString(ConstantDescs.INIT_NAME);
            this.bookkeeping = bookkeeping && !constructor;
            this.charges = !constructor && elements.stream().anyMatch(each -> each instanceof InvokeInstruction call && isCharge(call));
            for (CodeElement element : elements) {
                switch (element) {
                    case BranchInstruction branch -> targets.add(branch.target());
                    case LookupSwitchInstruction branch -> add(branch.defaultTarget(), branch.cases());
                    case TableSwitchInstruction branch -> add(branch.defaultTarget(), branch.cases());
                    case ExceptionCatch caught -> targets.add(caught.handler());
                    default -> { }
                }
            }
        }

        private void add(Label other, List<SwitchCase> cases) {
            targets.add(other);
            cases.forEach(each -> targets.add(each.target()));
        }

        void write() {
            if (bookkeeping) {
                tell("bookkeeping");
            }
            if (charges) {
                tell("enter");
            }
            int view = bookkeeping || charges ? 0 : unitsOfView();
            boolean begins = true;
            for (int i = 0; i < elements.size(); i++) {
                CodeElement element = elements.get(i);
                begins |= isTarget(element);
                if (element instanceof Instruction instruction) {
                    if (begins) {
                        out.loadConstant(view > 0 ? view : units(i)).invokestatic(COUNTED, "count", BLOCK);
                    }
                    write(instruction);
                    begins = ends(instruction);
                } else {
                    out.with(element);
                }
            }
        }

        private void tell(String what) {
            out.invokestatic(COUNTED, what, ConstantDescs.MTD_void);
        }

        private boolean isTarget(CodeElement element) {
            return element instanceof LabelTarget label && targets.contains(label.label());
        }

        private void write(Instruction instruction) {
            if (instruction instanceof ReturnInstruction) {
                if (charges) {
                    tell("leave");
                }
                if (bookkeeping) {
                    tell("back");
                }
            }
            if (!(instruction instanceof InvokeInstruction call)) {
                out.with(instruction);
                return;
            }
            String owner = call.owner().asInternalName();
            boolean machine = isMachine(owner) && !owner.startsWith(API) && !isCharge(call)
                && !call.name().equalsString(ConstantDescs.INIT_NAME);
            // An access has its price: checks and the order of bytes are within it, although classes that are counted do them.
            if (machine || isAccess(call)) {
                tell("machine");
                out.with(call);
                tell("back");
            } else {
                out.with(call);
            }
        }

        /**
         * What a method costs that does nothing but one access, at an offset and perhaps with a mask: as much as one of {@code Buffer},
         * whose code is not counted either. 0: it does more.
         */
        private int unitsOfView() {
            int accesses = 0;
            int instructions = 0;
            for (CodeElement element : elements) {
                if (element instanceof InvokeInstruction call && isAccess(call)) {
                    accesses++;
                } else if (element instanceof InvokeInstruction || element instanceof NewObjectInstruction || isTarget(element)
                    || element instanceof Instruction instruction && ends(instruction) && !(element instanceof ReturnInstruction)) {
                    return 0;
                }
                instructions += element instanceof Instruction ? 1 : 0;
            }
            return accesses == 1 && instructions <= VIEW_INSTRUCTIONS ? CodePrices.ACCESS : 0;
        }

        /** What the block costs that begins with an instruction. */
        private int units(int from) {
            int units = 0;
            for (int i = from; i < elements.size() && (i == from || !isTarget(elements.get(i))); i++) {
                if (elements.get(i) instanceof Instruction instruction) {
                    units += price(instruction);
                    if (ends(instruction)) {
                        break;
                    }
                }
            }
            return units;
        }

        private static boolean ends(Instruction instruction) {
            return instruction instanceof BranchInstruction || instruction instanceof LookupSwitchInstruction
                || instruction instanceof TableSwitchInstruction || instruction instanceof ReturnInstruction
                || instruction instanceof ThrowInstruction;
        }

        private static int price(Instruction instruction) {
            return switch (instruction) {
                case InvokeInstruction call -> isCharge(call) ? 0 : isAccess(call) ? ACCESS_UNITS : CodePrices.CALL;
                case NewObjectInstruction made -> NEW_UNITS;
                default -> PRICES.getOrDefault(instruction.opcode(), 1);
            };
        }

        private static boolean isCharge(InvokeInstruction call) {
            return call.owner().asInternalName().equals(CONTEXT) && call.name().equalsString("charge");
        }

        private static boolean isAccess(InvokeInstruction call) {
            return begins(call.owner().asInternalName(), "java/lang/invoke/VarHandle", "java/lang/foreign/");
        }
    }
}
