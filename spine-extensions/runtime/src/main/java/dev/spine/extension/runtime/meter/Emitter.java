package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.metered.Values;
import dev.spine.extension.runtime.verify.AllowedMember;
import dev.spine.extension.runtime.verify.Cost;
import dev.spine.extension.runtime.verify.Library;
import dev.spine.extension.runtime.verify.Replacement;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the charges of one method. The account's own counters must be up to date where one is written. */
final class Emitter {
    /** Words of stack that a frame takes beside its variables. */
    static final int FRAME_WORDS = 24;
    private static final ClassDesc VALUES = ClassDesc.of(Values.class.getName());
    private static final ClassDesc BUILDER = ClassDesc.ofInternalName(Library.PACKAGE + "StringBuilder");
    private static final MethodTypeDesc FROM_BUILDER = MethodTypeDesc.of(ConstantDescs.CD_void, BUILDER);
    private static final MethodTypeDesc FROM_TEXT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

    private final CodeBuilder code;
    private final AccountEntries entries;
    private final List<Integer> slots = new ArrayList<>();
    private int free;

    /**
     * For one method.
     *
     * @param code takes its code
     * @param entries what the constant pool of its class says of the account
     * @param firstFree its first local variable that is not its author's
     */
    Emitter(CodeBuilder code, AccountEntries entries, int firstFree) {
        this.entries = entries;
        this.free = firstFree;
        this.code = code;
    }

    CodeBuilder account() {
        return code.getstatic(entries.account());
    }

    /** Calls a method of the account, which lies on the stack below its operands. */
    CodeBuilder invoke(AccountMethod method) {
        return code.invokevirtual(entries.of(method));
    }

    /** {@return a local variable that nothing else uses} */
    int allocateLocal(TypeKind kind) {
        int slot = free;
        free += kind.slotSize();
        return slot;
    }

    void charge(int units) {
        account().loadConstant(units);
        invoke(AccountMethod.CHARGE);
    }

    /** Enters units that were charged and do not run, or below 0 units that run after all. */
    void skip(int units) {
        if (units != 0) {
            account().loadConstant(units);
            invoke(AccountMethod.SKIPPED);
        }
    }

    void allocate(int bytes) {
        account().loadConstant(bytes);
        invoke(AccountMethod.ALLOCATE);
    }

    /** {@return a local variable for the value of this index among those that are put aside} */
    int slot(int index) {
        while (slots.size() <= index) {
            slots.add(allocateLocal(TypeKind.LONG));
        }
        return slots.get(index);
    }

    /** Puts the values on the stack aside. */
    void store(List<ClassDesc> types) {
        for (int i = types.size() - 1; i >= 0; i--) {
            code.storeLocal(TypeKind.from(types.get(i)), slot(i));
        }
    }

    void load(List<ClassDesc> types) {
        for (int i = 0; i < types.size(); i++) {
            code.loadLocal(TypeKind.from(types.get(i)), slot(i));
        }
    }

    /** Calls what an instruction calls, or what takes its place; its arguments are on the stack. */
    void invoke(InvokeInstruction call, Calls.Target target) {
        if (target.name().equals(ConstantDescs.INIT_NAME)) {
            construct(call, target);
            return;
        }
        AllowedMember member = target.member();
        Replacement by = member == null ? null : member.by();
        if (by == null || by.isOfStatic() != (call.opcode() == Opcode.INVOKESTATIC)) {
            code.with(call);
            return;
        }
        Replacement called = call.opcode() == Opcode.INVOKESPECIAL ? by.ofSuper() : by;
        if (called.takesAccount()) {
            account();
        }
        code.invokestatic(ClassDesc.ofInternalName(called.owner()), called.name(), called.type());
    }

    private void construct(InvokeInstruction call, Calls.Target target) {
        ClassDesc owner = call.owner().asSymbol();
        MethodTypeDesc type = call.typeSymbol();
        if (owner.equals(ConstantDescs.CD_String) && type.equals(FROM_BUILDER)) {
            code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(ConstantDescs.CD_String))
                .invokespecial(owner, ConstantDescs.INIT_NAME, FROM_TEXT);
        } else if (target.member() != null) {
            new Exceptions(code, this).construct(owner, type, call);
        } else {
            code.with(call);
        }
    }

    /** Writes the whole of a method that says what the class above says of this object, which asks it for its hash code. */
    void textOfSuper() {
        int left = allocateLocal(TypeKind.INT);
        account().loadConstant(FRAME_WORDS);
        invoke(AccountMethod.PUSH).istore(left).aload(0);
        account().invokestatic(VALUES, "textOfSuper", MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Object, Names.ACCOUNT));
        account().iload(left).loadConstant(FRAME_WORDS).iadd();
        invoke(AccountMethod.POP).areturn();
    }

    /** Charges the call of an instruction; its arguments are on the stack. */
    void chargeCall(InvokeInstruction call, Calls.Target target) {
        if (target.isOfArray()) {
            charge(CallCosts.COPY_OF_ARRAY, List.of(call.owner().asSymbol()), true);
            return;
        }
        AllowedMember member = target.member();
        if (member == null || chargeConstant(member)) {
            return;
        }
        boolean hasReceiver = call.opcode() == Opcode.INVOKEVIRTUAL || call.opcode() == Opcode.INVOKEINTERFACE;
        List<ClassDesc> values = new ArrayList<>();
        if (hasReceiver) {
            values.add(call.owner().asSymbol());
        }
        values.addAll(call.typeSymbol().parameterList());
        charge(member, values, hasReceiver);
    }

    /** Charges a call that costs the same whatever it gets: {@return whether it does}. */
    private boolean chargeConstant(AllowedMember member) {
        if (!member.cost().isConstant() || !member.bytes().isConstant()) {
            return false;
        }
        if (member.bytes().constant() > 0) {
            allocate(member.bytes().constant());
        }
        return true;
    }

    private void charge(AllowedMember member, List<ClassDesc> values, boolean hasReceiver) {
        store(values);
        Map<Cost.Operand, Integer> sizes = new HashMap<>();
        sizes(member.cost(), values, hasReceiver, sizes);
        sizes(member.bytes(), values, hasReceiver, sizes);
        account();
        // The constant part of the work is among the instructions of the method.
        sum(0, member.cost(), sizes);
        sum(member.bytes().constant(), member.bytes(), sizes);
        invoke(AccountMethod.SPEND);
        load(values);
    }

    /** Finds the size of each operand of a cost that has none yet, and keeps it in a local variable. */
    private void sizes(Cost cost, List<ClassDesc> values, boolean hasReceiver, Map<Cost.Operand, Integer> sizes) {
        for (Cost.Term term : cost.terms()) {
            for (Cost.Operand operand : term.operands()) {
                int index = hasReceiver ? operand.index() + 1 : operand.index();
                if (sizes.containsKey(operand) || index < 0 || index >= values.size()) {
                    continue;
                }
                size(values.get(index), slot(index));
                int slot = slot(values.size() + sizes.size());
                code.lstore(slot);
                sizes.put(operand, slot);
            }
        }
    }

    private void size(ClassDesc type, int slot) {
        TypeKind kind = TypeKind.from(type);
        switch (kind.asLoadable()) {
            case INT -> code.iload(slot).i2l();
            case LONG -> code.lload(slot);
            case FLOAT, DOUBLE -> code.lconst_1();
            default -> code.aload(slot).invokestatic(Names.ACCOUNT, type.equals(ConstantDescs.CD_String) ? "length" : "elements",
                MethodTypeDesc.of(ConstantDescs.CD_long, type.equals(ConstantDescs.CD_String) ? type : ConstantDescs.CD_Object));
        }
    }

    /** Puts a cost on the stack. */
    private void sum(long constant, Cost cost, Map<Cost.Operand, Integer> sizes) {
        code.loadConstant(constant);
        for (Cost.Term term : cost.terms()) {
            code.loadConstant((long) term.factor());
            for (Cost.Operand operand : term.operands()) {
                Integer slot = sizes.get(operand);
                if (slot != null) {
                    code.lload(slot).invokestatic(Names.ACCOUNT, "times",
                        MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long));
                }
            }
            if (term.shift() != 0) {
                code.loadConstant(term.shift()).lushr();
            }
            code.ladd();
        }
    }
}
