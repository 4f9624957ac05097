package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.Variables;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the charges into one method.
 *
 * <p>A method with a loop counts fuel in a local variable, which the account gets back around calls, returns and throws; others take
 * theirs at their entry. {@link CountedLoops} are charged where they begin, other loops at each jump back. Constructors never use the local
 * variable, because no handler may cover the call of another constructor.
 */
final class MethodMeter {
    private static final int REFERENCE_SHIFT = 3;

    private record Catch(Label trampoline, Label handler, int units) {}

    private record Stub(Label label, Label target, int units) {}

    private final ClassModel model;
    private final MethodModel method;
    private final List<CodeElement> elements;
    private final ImageShape shape;
    private final Leaves leaves;
    private final Calls targets;
    private final AccountEntries entries;
    private final Loops loops;
    private final @Nullable CountedLoops counted;
    private final @Nullable Blocks blocks;
    private final boolean countsInLocal;
    private final boolean calls;
    private final int words;
    private final int variables;
    private final List<Catch> catches = new ArrayList<>();
    private final List<Stub> stubs = new ArrayList<>();
    private final Map<Integer, Label> firstRounds = new HashMap<>();
    private @Nullable Emitter emitter;
    private @Nullable Label start;
    private int fuelSlot;
    private int skippedSlot;
    private int stackSlot;
    private int index;

    MethodMeter(ClassContext context, MethodModel method, List<CodeElement> elements) {
        this.model = context.model();
        this.method = method;
        this.elements = elements;
        this.shape = context.shape();
        this.leaves = context.leaves();
        this.targets = context.calls();
        this.entries = context.entries();
        loops = new Loops(elements, targets, leaves);
        countsInLocal = loops.hasLoop() && !method.methodName().equalsString(ConstantDescs.INIT_NAME);
        counted = countsInLocal ? new CountedLoops(elements, this::isPlain) : null;
        blocks = context.countsBlocks() ? new Blocks(elements, loops, counted) : null;
        CodeAttribute code = (CodeAttribute) method.code().orElseThrow();
        calls = callsBeforeItEnds(code.exceptionHandlers().isEmpty());
        // A handler takes time to be found when an exception passes, which is charged by words.
        words = code.maxLocals() + code.maxStack() + Emitter.FRAME_WORDS + code.exceptionHandlers().size();
        variables = code.maxLocals();
    }

    /** Whether it calls anything but what makes the exception that it throws then. */
    private boolean callsBeforeItEnds(boolean mayIgnore) {
        InvokeInstruction last = null;
        for (CodeElement element : elements) {
            if (!(element instanceof Instruction instruction)) {
                continue;
            }
            if (last != null && !(mayIgnore && instruction.opcode() == Opcode.ATHROW)) {
                return true;
            }
            last = instruction instanceof InvokeInstruction call && !isPlain(call) ? call : null;
        }
        return last != null;
    }

    private boolean isPlain(InvokeInstruction call) {
        Calls.Target target = targets.of(call);
        return target.isPlain() || target.name().equals(ConstantDescs.INIT_NAME) && target.owner().equals("java/lang/Object")
            || leaves.isOwn(model, call);
    }

    private Emitter emitter() {
        Emitter at = emitter;
        if (at == null) {
            throw new IllegalStateException("the method has not begun");
        }
        return at;
    }

    // --- begin and end

    /** Writes the method's code with its charges. */
    void write(CodeBuilder code) {
        atStart(code);
        for (CodeElement element : elements) {
            accept(code, element);
        }
        atEnd(code);
    }

    private void atStart(CodeBuilder code) {
        // The class file library may begin again, when a jump turns out to be too long.
        catches.clear();
        stubs.clear();
        firstRounds.clear();
        index = 0;
        Emitter at = new Emitter(code, entries, variables);
        emitter = at;
        if (calls) {
            stackSlot = at.allocateLocal(TypeKind.INT);
            at.account().loadConstant(words);
            at.invoke(AccountMethod.PUSH).istore(stackSlot);
        }
        if (countsInLocal) {
            fuelSlot = at.allocateLocal(TypeKind.INT);
            at.account().loadConstant(loops.total());
            at.invoke(AccountMethod.ENTER).istore(fuelSlot);
            if (blocks != null) {
                skippedSlot = at.allocateLocal(TypeKind.INT);
                code.loadConstant(blocks.skippedAtEntry()).istore(skippedSlot);
            }
            start = code.newBoundLabel();
        } else {
            at.charge(loops.total());
            if (blocks != null) {
                at.skip(blocks.skippedAtEntry());
            }
        }
    }

    private void atEnd(CodeBuilder code) {
        Label end = code.newBoundLabel();
        for (Stub stub : stubs) {
            code.labelBinding(stub.label);
            jumpBack(code, stub.target, stub.units);
        }
        for (Catch each : catches) {
            code.labelBinding(each.trampoline);
            lower();
            code.dup();
            emitter().account().swap();
            code.loadConstant(each.units);
            if (calls) {
                code.iload(stackSlot);
            } else {
                // What is called without a frame of its own leaves the stack as it is.
                emitter().account();
                emitter().invoke(AccountMethod.STACK);
            }
            emitter().invoke(AccountMethod.CAUGHT);
            skip(code, each.units);
            reload();
            code.goto_(each.handler);
        }
        if (countsInLocal && start != null) {
            Label flush = code.newBoundLabel();
            lower();
            code.athrow();
            code.exceptionCatchAll(start, end, flush);
        }
    }

    // --- the local counter

    private void flush() {
        if (countsInLocal) {
            emitter().account().iload(fuelSlot);
            emitter().invoke(AccountMethod.LEAVE_FUEL);
            flushSkipped();
        }
    }

    private void flushSkipped() {
        if (blocks != null) {
            emitter().account().iload(skippedSlot);
            emitter().invoke(AccountMethod.SKIPPED).iconst_0().istore(skippedSlot);
        }
    }

    /** Enters units that were charged and have not run, or below 0 units that run now. */
    private void skip(CodeBuilder code, int units) {
        if (blocks == null || units == 0) {
            return;
        }
        if (!countsInLocal) {
            emitter().skip(units);
        } else if (units == (short) units) {
            code.iinc(skippedSlot, units);
        } else {
            code.iload(skippedSlot).loadConstant(units).iadd().istore(skippedSlot);
        }
    }

    private void lower() {
        if (countsInLocal) {
            emitter().account().iload(fuelSlot);
            emitter().invoke(AccountMethod.LOWER);
            flushSkipped();
        }
    }

    private void reload() {
        if (countsInLocal) {
            emitter().account();
            emitter().invoke(AccountMethod.TAKE_FUEL).istore(fuelSlot);
        }
    }

    /** Takes the units of one more round and goes to its beginning. */
    private void jumpBack(CodeBuilder code, Label target, int units) {
        if (countsInLocal) {
            skip(code, units);
            code.iload(fuelSlot).loadConstant(units).isub().dup().istore(fuelSlot).ifge(target);
            skip(code, -units);
            emitter().account();
            emitter().invoke(AccountMethod.EXHAUSTED).athrow();
        } else {
            emitter().charge(units);
            skip(code, units);
            code.goto_(target);
        }
    }

    // --- the code

    private void accept(CodeBuilder code, CodeElement element) {
        if (element instanceof Instruction instruction) {
            if (Variables.needed(instruction) > variables) {
                throw new IllegalArgumentException(this + " names a variable beyond its " + variables);
            }
            begin(code);
        }
        switch (element) {
            case ExceptionCatch entry -> {
                Label trampoline = code.newLabel();
                catches.add(new Catch(trampoline, entry.handler(), loops.cost(entry)));
                code.exceptionCatch(entry.tryStart(), entry.tryEnd(), trampoline, entry.catchType());
            }
            case BranchInstruction branch when firstRounds.containsKey(index) -> code.goto_(firstRounds.get(index));
            case BranchInstruction branch when loops.isBack(index, branch.target()) -> branchBack(code, branch);
            case LookupSwitchInstruction branch -> code.lookupswitch(forward(code, branch.defaultTarget()),
                forward(code, branch.cases()));
            case TableSwitchInstruction branch -> code.tableswitch(branch.lowValue(), branch.highValue(),
                forward(code, branch.defaultTarget()), forward(code, branch.cases()));
            case ReturnInstruction end -> {
                leave();
                code.with(end);
            }
            case InvokeInstruction call -> call(call);
            case InvokeDynamicInstruction call -> throw new IllegalArgumentException("what links when it runs is not metered");
            case ConstantInstruction.LoadConstantInstruction load when load.constantEntry() instanceof ClassEntry ->
                throw new IllegalArgumentException("a class as a value is not metered");
            case NewObjectInstruction made -> made(code, made);
            case FieldInstruction field when field.opcode() == Opcode.GETSTATIC || field.opcode() == Opcode.PUTSTATIC ->
                initializing(code, shape.declares(field.owner().asInternalName()) && !shape.isOwnStatic(model, field), field);
            case NewPrimitiveArrayInstruction made -> array(code, made, shift(made.typeKind()));
            case NewReferenceArrayInstruction made -> array(code, made, REFERENCE_SHIFT);
            case NewMultiArrayInstruction made -> nested(code, made);
            case DiscontinuedInstruction old -> throw new IllegalArgumentException("jsr and ret are not metered");
            default -> code.with(element);
        }
        if (element instanceof Instruction) {
            index++;
        }
    }

    /** Writes what comes before an instruction: where a counted loop begins, and where a block does. */
    private void begin(CodeBuilder code) {
        CountedLoops.Loop loop = counted == null ? null : counted.beginningAt(index);
        int block = blocks == null ? 0 : blocks.beginningAt(index);
        if (loop == null) {
            skip(code, -block);
        } else if (blocks == null || blocks.isStraight(index)) {
            // The test that ends the loop; with the rounds each of them has its own.
            skip(code, -block);
            beginRounds(code, loop, false);
        } else {
            beginRounds(code, loop, true);
            skip(code, -block);
        }
    }

    /** Takes the units of all rounds of a counted loop after its first test, where it begins. */
    private void beginRounds(CodeBuilder code, CountedLoops.Loop loop, boolean skips) {
        if (skips) {
            code.iload(fuelSlot);
        }
        emitter().account().iload(fuelSlot).iload(loop.counter());
        loop.limit().forEach(code::with);
        code.loadConstant(loop.step()).loadConstant(loops.cost(loop.head(), loop.back()));
        emitter().invoke(AccountMethod.AHEAD);
        if (skips) {
            code.dup().istore(fuelSlot).isub().iload(skippedSlot).iadd().istore(skippedSlot);
        } else {
            code.istore(fuelSlot);
        }
        // Who comes to the head from elsewhere comes past the charge, so the jump back needs a label of its own.
        firstRounds.put(loop.back(), code.newBoundLabel());
    }

    private void made(CodeBuilder code, NewObjectInstruction made) {
        String name = made.className().asInternalName();
        if (shape.isThrowable(name)) {
            flush();
            emitter().account();
            emitter().invoke(AccountMethod.THROWN);
            reload();
        }
        emitter().allocate(shape.bytesOf(name));
        ClassDesc type = made.className().asSymbol();
        initializing(code, shape.declares(name) && !name.equals(model.thisClass().asInternalName()), Exceptions.areMadeOfAnother(type)
            ? NewObjectInstruction.of(code.constantPool().classEntry(Exceptions.made(type))) : made);
    }

    /** An instruction that may run the initialiser of another class of the image. */
    private void initializing(CodeBuilder code, boolean may, Instruction instruction) {
        if (may) {
            flush();
        }
        code.with(instruction);
        if (may) {
            reload();
        }
    }

    private void leave() {
        if (method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
            emitter().account().loadConstant(model.thisClass().asSymbol()).invokevirtual(Names.ACCOUNT, "initialised",
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Class));
        }
        flush();
        if (calls) {
            emitter().account().iload(stackSlot).loadConstant(words).iadd();
            emitter().invoke(AccountMethod.POP);
        }
    }

    private void branchBack(CodeBuilder code, BranchInstruction branch) {
        int units = loops.cost(index, branch.target());
        if (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W) {
            jumpBack(code, branch.target(), units);
        } else {
            Label on = code.newLabel();
            code.branch(inverse(branch.opcode()), on);
            jumpBack(code, branch.target(), units);
            code.labelBinding(on);
        }
    }

    private static Opcode inverse(Opcode opcode) {
        return switch (opcode) {
            case IFEQ -> Opcode.IFNE;
            case IFNE -> Opcode.IFEQ;
            case IFLT -> Opcode.IFGE;
            case IFGE -> Opcode.IFLT;
            case IFGT -> Opcode.IFLE;
            case IFLE -> Opcode.IFGT;
            case IF_ICMPEQ -> Opcode.IF_ICMPNE;
            case IF_ICMPNE -> Opcode.IF_ICMPEQ;
            case IF_ICMPLT -> Opcode.IF_ICMPGE;
            case IF_ICMPGE -> Opcode.IF_ICMPLT;
            case IF_ICMPGT -> Opcode.IF_ICMPLE;
            case IF_ICMPLE -> Opcode.IF_ICMPGT;
            case IF_ACMPEQ -> Opcode.IF_ACMPNE;
            case IF_ACMPNE -> Opcode.IF_ACMPEQ;
            case IFNULL -> Opcode.IFNONNULL;
            case IFNONNULL -> Opcode.IFNULL;
            default -> throw new IllegalArgumentException("a jump that is not metered: " + opcode);
        };
    }

    private List<SwitchCase> forward(CodeBuilder code, List<SwitchCase> cases) {
        return cases.stream().map(each -> SwitchCase.of(each.caseValue(), forward(code, each.target()))).toList();
    }

    private Label forward(CodeBuilder code, Label target) {
        if (!loops.isBack(index, target)) {
            return target;
        }
        Stub stub = new Stub(code.newLabel(), target, loops.cost(index, target));
        stubs.add(stub);
        return stub.label;
    }

    private void call(InvokeInstruction call) {
        boolean plain = isPlain(call);
        if (!plain) {
            flush();
            if (!calls) {
                emitter().account().loadConstant(words);
                emitter().invoke(AccountMethod.PUSH).pop();
            }
        }
        Calls.Target target = targets.of(call);
        emitter().chargeCall(call, target);
        emitter().invoke(call, target);
        if (!plain) {
            reload();
        }
    }

    private void array(CodeBuilder code, Instruction made, int shift) {
        flush();
        emitter().account().swap().loadConstant(shift);
        emitter().invoke(AccountMethod.ARRAY);
        reload();
        code.with(made);
    }

    private static int shift(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> 0;
            case CHAR, SHORT -> 1;
            case INT, FLOAT -> 2;
            default -> REFERENCE_SHIFT;
        };
    }

    private void nested(CodeBuilder code, NewMultiArrayInstruction made) {
        List<ClassDesc> lengths = Collections.nCopies(made.dimensions(), ConstantDescs.CD_int);
        flush();
        emitter().store(lengths);
        code.lconst_1();
        for (int i = 0; i < made.dimensions(); i++) {
            code.iload(emitter().slot(i)).loadConstant(REFERENCE_SHIFT);
            emitter().account().invokestatic(Names.ACCOUNT, "nested", MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long,
                ConstantDescs.CD_int, ConstantDescs.CD_int, Names.ACCOUNT));
        }
        code.pop2();
        emitter().load(lengths);
        reload();
        code.with(made);
    }

    @Override
    public String toString() {
        return model.thisClass().asInternalName() + '.' + method.methodName().stringValue();
    }
}
