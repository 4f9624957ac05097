package dev.spine.extension.runtime.meter;

import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import org.jspecify.annotations.Nullable;

/** What the constant pool of one metered class says of the account. Each entry is made when it is first used, and looked up once. */
final class AccountEntries {
    private static final int METHODS = AccountMethod.values().length;

    private final ConstantPoolBuilder pool;
    private final @Nullable MethodRefEntry[] methods = new @Nullable MethodRefEntry[METHODS];
    private @Nullable FieldRefEntry account;

    AccountEntries(ConstantPoolBuilder pool) {
        this.pool = pool;
    }

    FieldRefEntry account() {
        FieldRefEntry entry = account;
        if (entry == null) {
            entry = pool.fieldRefEntry(Names.HOLDER, Names.FIELD, Names.ACCOUNT);
            account = entry;
        }
        return entry;
    }

    MethodRefEntry of(AccountMethod method) {
        MethodRefEntry entry = methods[method.ordinal()];
        if (entry == null) {
            entry = pool.methodRefEntry(Names.ACCOUNT, method.method(), method.type());
            methods[method.ordinal()] = entry;
        }
        return entry;
    }
}
